from mcsearch.searches.cutoff cimport CutOff
from mcsearch.searches.descent cimport Descent


# Atomic operations: those of the compiler, or of Windows. Interpreted code has one thread.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #include <windows.h>
    static __inline long long mcsearch_load(long long *at) {
        return _InterlockedCompareExchange64(at, 0, 0);
    }
    static __inline void mcsearch_store(long long *at, long long value) {
        _InterlockedExchange64(at, value);
    }
    static __inline void mcsearch_add(long long *at) { _InterlockedIncrement64(at); }
    static __inline int mcsearch_swap(long long *at, long long known, long long value) {
        return _InterlockedCompareExchange64(at, value, known) == known;
    }
    #define mcsearch_give_way SwitchToThread
    #else
    #include <sched.h>
    static inline long long mcsearch_load(long long *at) {
        return __atomic_load_n(at, __ATOMIC_ACQUIRE);
    }
    static inline void mcsearch_store(long long *at, long long value) {
        __atomic_store_n(at, value, __ATOMIC_RELEASE);
    }
    static inline void mcsearch_add(long long *at) { __atomic_fetch_add(at, 1, __ATOMIC_ACQ_REL); }
    static inline int mcsearch_swap(long long *at, long long known, long long value) {
        return __atomic_compare_exchange_n(
            at, &known, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    #define mcsearch_give_way sched_yield
    #endif
    """
    long long load "mcsearch_load"(long long *) noexcept nogil
    void store "mcsearch_store"(long long *, long long) noexcept nogil
    void count "mcsearch_add"(long long *) noexcept nogil
    bint swap "mcsearch_swap"(long long *, long long, long long) noexcept nogil
    int give_way "mcsearch_give_way"() noexcept nogil


cdef class Crew:
    cdef list _descents
    cdef void** _at
    cdef CutOff _cut_off
    # number of the batch, how many of its descents have been offered, and begun: 32, 16 and 16 bits
    cdef long long _open
    cdef long long _done
    cdef long long _is_over
    cdef void begin(self) noexcept nogil
    cdef void offer(self) noexcept nogil
    cdef void finish(self, int size) noexcept nogil
    cdef bint _play_next(self, CutOff cut_off) noexcept nogil
    cdef void _serve(self, CutOff cut_off) noexcept nogil
