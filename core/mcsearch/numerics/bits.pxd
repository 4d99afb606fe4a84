# Compiled twin of bits.py. The builtin without a hardware flag calls a library function, so
# baseline x86-64 counts bits by arithmetic. The n-th bit lies in the byte before which, by running
# sums over the bytes, no more than n bits are set.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int mcsearch_ctz(unsigned long long x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
    }
    #else
    static inline int mcsearch_ctz(unsigned long long x) { return __builtin_ctzll(x); }
    #endif
    #if defined(__POPCNT__) || defined(__wasm__) || defined(__aarch64__)
    static inline int mcsearch_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    #else
    static inline int mcsearch_popcount(unsigned long long x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    #endif
    static inline int mcsearch_nth_bit(unsigned long long x, int n) {
        const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
        unsigned long long sums = x - ((x >> 1) & 0x5555555555555555ULL);
        int byte;
        sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
        sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * ones;
        byte = (int)((((((((unsigned long long)n * ones) | tops) - sums) & tops) >> 7) * ones) >> 56);
        n -= (int)((sums << 8 >> 8 * byte) & 255);
        x >>= 8 * byte;
        while (n--) x &= x - 1;
        return 8 * byte + mcsearch_ctz(x);
    }
    """
    int popcount "mcsearch_popcount"(unsigned long long) noexcept nogil
    int ctz "mcsearch_ctz"(unsigned long long) noexcept nogil
    int nth_bit "mcsearch_nth_bit"(unsigned long long, int) noexcept nogil
