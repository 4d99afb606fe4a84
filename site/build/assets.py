"""Scripts and style sheets of Bokeh and Panel: copied into the site, addressed relatively."""

import re
import zipfile
from pathlib import Path

from build.convert import PLACEHOLDER

BOKEH_ADDRESS = re.compile(r"https://cdn\.bokeh\.org/bokeh/release/([\w-]+?)-[\d.]+\.min\.js")
PANEL_ADDRESS = re.compile(re.escape(PLACEHOLDER) + r"[\d.]+/dist/([^\"'\s)?#\\]+)")

# Style sheets that a component may ask for only after the page is there.
LATER = ("panel/dist/css/*", "panel/dist/bundled/theme/*.css")


class Assets:
    """Copies what is asked for out of the two wheels; the version in the path names the content."""

    def __init__(self, site: Path, bokeh: Path, panel: Path, versions: dict[str, str]) -> None:
        self.site = site
        self.bokeh = zipfile.ZipFile(bokeh)
        self.panel = zipfile.ZipFile(panel)
        self.versions = versions

    def copy(self, archive: zipfile.ZipFile, member: str, address: str) -> str:
        """Copy one file of a wheel to a relative address of the site; return the address."""
        target = self.site / address
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
        return address

    def bokeh_script(self, name: str) -> str:
        """BokehJS's script of this name, `bokeh` for example."""
        member = f"bokeh/server/static/js/{name}.min.js"
        return self.copy(self.bokeh, member, f"bokeh/{self.versions['bokeh']}/{name}.min.js")

    def panel_file(self, path: str) -> str:
        """A file of Panel's `dist` folder."""
        address = f"panel/{self.versions['panel']}/dist/{path}"
        return self.copy(self.panel, f"panel/dist/{path}", address)

    def panel_styles(self) -> None:
        """All style sheets of Panel's components and of its themes."""
        for member in self.panel.namelist():
            if any(Path(member).match(pattern) for pattern in LATER) and member.endswith(".css"):
                self.panel_file(member.removeprefix("panel/dist/"))

    def localize(self, text: str) -> str:
        """Copy the files of Bokeh and Panel that a text names, and address the copies instead."""
        text = BOKEH_ADDRESS.sub(lambda match: self.bokeh_script(match[1]), text)
        return PANEL_ADDRESS.sub(lambda match: self.panel_file(match[1]), text)
