"""The explorer as an application: `panel serve webapp`."""

from explorer.shell.page import Shell

Shell().servable()
