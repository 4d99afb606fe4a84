"""The chapters, one file each; `chapter.py` says what is in one. Another folder is appended to
`__path__`.
"""
