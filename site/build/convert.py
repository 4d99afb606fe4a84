"""Render the app's page once: `python -m build.convert MAIN.py OUT.html [--no-figures]`.

The page shows what `example.py` has done, as pictures and texts; a browser draws its figures.  Runs
in a process of its own, since Panel fixes the addresses of its files when it is imported: they
begin with `PLACEHOLDER` here, which the site's build replaces by relative addresses.
"""

import os
import re
import sys
import weakref
from pathlib import Path

from build.capture import CaptureError

PLACEHOLDER = "https://site.invalid/"


EXAMPLE = Path(__file__).with_name("example.py")


def render(main: Path, with_figures: bool) -> str:
    """The page's HTML; the roots' elements are named after them, and hold their pictures."""
    os.environ["PANEL_CDN_ROOT"] = PLACEHOLDER
    os.environ["BOKEH_RESOURCES"] = "cdn"
    sys.path.insert(0, str(main.parent))

    from bokeh.core.templates import MACROS, get_env
    from bokeh.core.types import ID
    from bokeh.document import Document
    from bokeh.embed.util import standalone_docs_json_and_render_items
    from panel.io.application import build_single_handler_application
    from panel.io.document import MockSessionContext
    from panel.io.resources import (
        BASE_TEMPLATE,
        CDN_DIST,
        Resources,
        bundle_resources,
        set_resource_mode,
    )
    from panel.io.state import set_curdoc, state

    from build import picture
    from explorer.look.palette import css_variables

    with set_resource_mode("cdn"):
        app = build_single_handler_application(str(EXAMPLE))
        document = Document()
        context = MockSessionContext(document=document)
        document._session_context = weakref.ref(context)
        with set_curdoc(document):
            app.initialize_document(document)
            state._on_load(None)
        for handler in app.handlers:
            if handler.failed:
                raise RuntimeError(
                    f"{EXAMPLE.name} failed: {handler.error}\n{handler.error_detail}"
                )
        _, (item,) = standalone_docs_json_and_render_items(document)
        for root in document.roots:
            item.roots._roots[root] = ID(f"root-{root.name}")
        with set_curdoc(document):
            scripts, styles = bundle_resources(document.roots, Resources(mode="cdn"))

    template = document.template or BASE_TEMPLATE
    if isinstance(template, str):
        template = get_env().from_string("{% extends base %}\n" + template)
    with set_curdoc(document):
        page = template.render(
            document.template_variables
            | {
                "title": document.title,
                "bokeh_js": scripts,
                "bokeh_css": styles,
                "plot_script": "",
                "docs": [item],
                "doc": item,
                "roots": item.roots,
                "base": BASE_TEMPLATE,
                "macros": MACROS,
                "dist_url": CDN_DIST,
                "has_reference": True,
            }
        )
    page = re.sub(r' data-root-id="\w+"', "", page)
    return picture.fill(page, document, picture.color_variables(css_variables()), with_figures)


if __name__ == "__main__":
    main, out, *options = sys.argv[1:]
    try:
        html = render(Path(main).resolve(), "--no-figures" not in options)
    except CaptureError as error:
        sys.exit(str(error))
    Path(out).write_text(html, encoding="utf-8")
