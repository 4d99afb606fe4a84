"""The Race page: two to four searches under equal conditions, live, with what that proves.

May import the session and everything below it.
"""
