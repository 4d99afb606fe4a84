"""What nested searches keep of their course: steps, sequences, weights; for the searches alone."""
