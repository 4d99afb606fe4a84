"""The narration card: what happens now, in a sentence."""
