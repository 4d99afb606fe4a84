from mcsearch.selection.scored cimport ScoredRule


cdef class EvaluatedRule(ScoredRule):
    pass
