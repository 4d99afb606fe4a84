"""Make the static site and look at it: `python site COMMAND ...`.

Each command is a module of a room; what is shipped lies in `page`.
"""

import importlib
import sys

COMMANDS = {
    "build": "build.build_site",
    "wheel": "build.build_wheel",
    "official-wheel": "build.official_wheel",
    "guides": "build.guides",
    "reference": "build.reference_pages",
    "audit": "check.audit",
    "preview": "check.preview",
    "measure": "check.measure",
    "numpy": "build.same_numpy",
    "bench": "bench.bench_wasm",
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python site {{{','.join(COMMANDS)}}} ...")
    command = sys.argv.pop(1)
    sys.argv[0] = f"site {command}"
    importlib.import_module(COMMANDS[command]).main()


if __name__ == "__main__":
    main()
