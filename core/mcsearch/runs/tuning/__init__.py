"""Tuning: the best values of a search's parameters, found from noisy games or runs.

A model of the response over the ranges is fitted to all results (`surface`), the next are made
where it may have its maximum (`tuner`), at places of a grid (`space`). No files, no processes here.
"""
