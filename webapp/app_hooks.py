"""What `panel serve webapp` does before its first visitor, and of every request."""

import sys
from typing import Any

from explorer.shell import own_code, server

try:
    server.guard(own_code.options(sys.argv[1:]))
except ValueError as wrong:
    raise SystemExit(f"ERROR: {wrong}") from None


def process_request(request: Any) -> dict[str, Any]:
    return server.token_of(request)
