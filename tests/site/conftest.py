"""The rooms of `site/` are packages of its own folder: make them importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "site"))
