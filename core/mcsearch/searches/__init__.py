"""The searches, one file each: what their phases do with tree, states and playouts.

May import selection, playout, engine and numerics.
"""
