"""`python -m mcsearch`: hands over to the command line."""

import sys

from mcsearch.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
