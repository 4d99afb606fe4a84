"""What looks at the built site: audit, preview, measure.

Knows the site as files and as a page, not how it was made.
"""
