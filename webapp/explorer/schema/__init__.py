"""What Python and the scripts tell each other: frozen dataclasses are the only contract.

Below all floors: imports nothing of the explorer.
"""
