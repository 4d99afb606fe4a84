from mcsearch.engine.copied cimport Copied
from mcsearch.numerics.rng cimport Rng


cdef class Actions:
    cdef int[::1] items
    cdef public int count
    cdef void clear(self) noexcept nogil
    cdef void append(self, int action) noexcept nogil


cdef class Moves(Actions):
    cdef unsigned long long[::1] codes
    cdef int[::1] kinds
    cdef int[::1] sizes


cdef class Choices:
    cdef int[::1] items
    cdef unsigned long long[::1] codes
    cdef int[::1] kinds
    cdef int[::1] sizes
    # [move * num_words]
    cdef unsigned long long[::1] cells
    cdef readonly int num_words
    # [move * num_biases]
    cdef double[::1] biases
    cdef readonly int num_biases
    cdef public int frequent
    cdef int[::1] legal
    # moves noted, and how many of them are legal
    cdef int known
    cdef int count
    cdef Moves moves
    # for the game's own use, [num_words + 2] and [num_words + 1]
    cdef unsigned long long[::1] changed
    cdef unsigned long long[::1] kept
    cdef int note(self, int item, unsigned long long code, int kind, int size) noexcept nogil
    cdef void note_moves(self) noexcept nogil


cdef class State(Copied):
    cdef readonly int num_players
    cdef readonly int to_play
    cdef readonly int max_plies
    cdef readonly int max_actions
    cdef State _trial
    cdef Actions _trial_actions
    cdef void copy_from(self, State other) noexcept nogil
    cdef void apply(self, int action) noexcept nogil
    cdef int fill_actions(self, Actions actions) noexcept nogil
    cdef unsigned long long code_of(self, int action) noexcept nogil
    cdef unsigned long long features_of(self, int action) noexcept nogil
    cdef int fill_moves(self, Moves moves, int avoid) noexcept nogil
    cdef void begin_choices(self, Choices choices, int avoid) noexcept nogil
    cdef void play_choice(self, Choices choices, int place, int avoid) noexcept nogil
    cdef void note_biases(self, Choices choices, int first) noexcept nogil
    cdef int random_move(self, Rng rng, int avoid) noexcept nogil
    cdef void play_randomly(self, Rng rng, Actions trail) noexcept nogil
    cdef int first_move(self, int avoid) noexcept nogil
    cdef double value(self) noexcept nogil
    cdef double evaluation(self) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cdef int draw_outcome(self, Rng rng) noexcept nogil
    cdef void fill_priors(self, Actions actions, double[::1] priors) noexcept nogil
    cdef double heuristic(self) noexcept nogil
    cdef double largest_value(self) noexcept nogil
    cdef int fill_decisive(self, Actions actions) noexcept nogil
    cdef int fill_decisive_by_trial(self, Actions actions) noexcept nogil
    cdef void _prepare_trial(self) noexcept nogil
    cdef bint is_halted(self) noexcept nogil
    cdef int _sort_out(self, Actions actions, Actions legal, State trial) noexcept nogil
    cdef double _best_end(self) noexcept nogil
    cdef double _best_end_of(self, Actions legal, State trial) noexcept nogil
    cdef double _result(self, int player) noexcept nogil
    cdef double _result_after(self, int action, int player, State trial) noexcept nogil
    cdef int frequent_kind(self) noexcept nogil
    cdef int drawn_kind(self, Rng rng) noexcept nogil
