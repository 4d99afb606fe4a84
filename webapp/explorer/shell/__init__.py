"""The page around the pages: its frame, the line to the browser, the clock and the gate of frames.

The top floor: may import everything below, and nothing imports it.
"""
