"""The audit finds addresses of other sites wherever the page would load them."""

from pathlib import Path

import pytest

from check.audit import AuditError, audit

CLEAN = """<!DOCTYPE html><html><head><script src="page-1.js"></script>
<style>p { background: url(data:image/png;base64,AA//BB) }</style>
<script type="application/json">{"text": "see https://example.org/ for more"}</script></head>
<body><a href="https://example.org/">a link to click</a><svg xmlns="http://www.w3.org/2000/svg">
</svg></body></html>"""


def site(folder: Path, **files: str) -> Path:
    (folder / "index.html").write_text(CLEAN)
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


def test_clean_site_passes(tmp_path: Path) -> None:
    audit(site(tmp_path, bokeh__a_js='load("https://example.org/a.js")'))
    audit(site(tmp_path, b_js="createElementNS('http://www.w3.org/2000/svg', 'svg')"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("b_html", '<script src="https://example.org/a.js"></script>'),
        ("b_html", '<link rel="stylesheet" href="//example.org/a.css">'),
        ("b_html", '<p style="background: url(http://example.org/a.png)"></p>'),
        ("b_html", "<style>@import 'https://example.org/a.css';</style>"),
        ("b_html", '<script>fetch("https://example.org/")</script>'),
        ("b_html", '<script type="x/json">{"a": [{"url": "https://example.org/a"}]}</script>'),
        ("b_css", "p { background: url(https://example.org/a.png) }"),
        ("bokeh__b_css", "p { background: url('https://example.org/a.png') }"),
        ("b_js", "import('https://example.org/a.js')"),
        ("b_js", "const vocabulary = 'http://www.w3.org/2000/svg', a = 'http://example.org/svg'"),
    ],
)
def test_foreign_address_is_found(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(AuditError, match=r"b\.\w+: .*//example\.org"):
        audit(site(tmp_path, **{name: text}))
