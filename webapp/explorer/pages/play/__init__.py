"""Play: a person against a search, the search's mind on show, and the review of the game."""
