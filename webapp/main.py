"""The explorer as an application: `panel serve webapp`."""

from explorer.page import Page

Page().servable()
