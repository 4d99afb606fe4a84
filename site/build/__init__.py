"""What makes the static site: parts, tool chain, wheel, packages, assets, the site itself.

Imports no other room but `check`, which looks at what was made.
"""
