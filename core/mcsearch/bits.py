"""Bit operations on 64-bit words: the interpreted twin of bits.pxd."""

popcount = int.bit_count


def ctz(word: int) -> int:
    """Number of zero bits below the lowest set bit of a word that is not 0."""
    return (word & -word).bit_length() - 1
