"""Bit operations on 64-bit words: the interpreted twin of bits.pxd."""

popcount = int.bit_count


def ctz(word: int) -> int:
    """Number of zero bits below the lowest set bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, n: int) -> int:
    """Place of the set bit of a word that has n set bits below it."""
    for _ in range(n):
        word &= word - 1
    return ctz(word)
