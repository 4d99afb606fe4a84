"""How a tree is drawn, as far as numbers go: which of its nodes, and where each of them stands.

A picture of a tree that is being searched is made many times a second, so this is machine code too.
"""
