"""Serve the built site on this machine only: `python site preview [FOLDER] [--port PORT]`."""

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DEFAULT = Path(__file__).resolve().parents[2] / "build" / "site"


class SiteHandler(SimpleHTTPRequestHandler):
    """Files with the types browsers insist on, asked for again after every build."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".zip": "application/zip",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Only what went wrong is worth a line."""
        if len(args) > 1 and str(args[1]) >= "400":
            super().log_message(format, *args)


def make_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server for the folder; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(SiteHandler, directory=str(folder)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=DEFAULT)
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    if not (arguments.folder / "index.html").exists():
        sys.exit(f"error: {arguments.folder} holds no site; run python site build first")
    try:
        server = make_server(arguments.folder, arguments.port)
    except OSError as error:
        sys.exit(f"error: port {arguments.port} cannot be used ({error.strerror}); try --port 0")
    print(f"http://127.0.0.1:{server.server_port}/  (Ctrl+C stops)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
