"""Heavy runs: experiments, the workers that make them, stored rows, reports.

May import all rooms but the command line.
"""
