"""Wrong values, threads and calls from inside hooks never end the process."""

import re
import subprocess
import sys
from pathlib import Path


def test_whatever_is_called_the_process_comes_to_its_end():
    file = Path(__file__).with_name("fuzz.py")
    command = [sys.executable, str(file), "3", "3000"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    calls, answered = map(int, re.findall(r"(\d+) calls: .*'answered': (\d+)", done.stdout)[0])
    assert calls >= 3000
    assert answered > 1000
