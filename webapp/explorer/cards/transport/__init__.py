"""The transport card: the buttons that move a search, and its speed."""
