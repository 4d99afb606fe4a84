"""What everything on the page looks like: colours, icons, signs, sizes, numbers as text.

The ground floor: imports nothing of the explorer.
"""
