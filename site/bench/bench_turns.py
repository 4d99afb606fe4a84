"""Measure workloads of `mcsearch bench` as they are asked for: a line in, a line out.

The same file runs in the native Python and, by run_in_node.mjs, in Pyodide.  A line of input is a
workload's name; the answer is one measurement of it, whose searches run in slices as on the page.
What counts is the time that the processor spent here: a busy machine disturbs it less.
"""

import json
import sys
import time

from mcsearch import COMPILED
from mcsearch.cli import bench

SLICE_SECONDS = 0.05

if sys.platform == "emscripten":
    from js import process  # Pyodide's own clocks all show the time of day

    def processor_seconds() -> float:
        used = process.cpuUsage()
        return 1e-6 * (used.user + used.system)
else:
    processor_seconds = time.process_time

if not COMPILED:
    sys.exit("error: mcsearch runs interpreted here; compile it first")
workloads = {workload.name: workload for workload in bench.workloads()}
while name := sys.stdin.readline().strip():
    print(json.dumps(bench.measure(workloads[name], SLICE_SECONDS, processor_seconds)), flush=True)
