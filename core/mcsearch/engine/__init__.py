"""What every search is made of: phases, states, the tree, parameters; may import numerics."""
