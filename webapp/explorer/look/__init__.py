"""What everything on the page looks like: colours, icons, signs, sizes, numbers as text.

May import schema alone.
"""
