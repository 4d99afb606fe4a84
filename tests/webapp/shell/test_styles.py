"""All pages are in one document: what one page's style sheets begin with is its own."""

import re

import pytest

from explorer.shell import registry

# the home page's cards are what the others borrow
NAMES = [page.name for page in registry.pages() if not page.is_home]
FILES = [path for path in registry.EXPLORER.rglob("*.*") if path.suffix in (".html", ".js")]


def selectors(css: str) -> set[str]:
    """All selectors, those inside of media queries too."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    lists = re.findall(r"([^{};]+)\{", css)
    return {part.strip() for each in lists for part in re.split(r",(?![^(]*\))", each)}


def classes(selector: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", selector))


def used_classes(text: str) -> set[str]:
    """The classes that a template or a script gives to elements."""
    lists = re.findall(r'class(?:Name)?\s*[=:]\s*["\'`]([^"\'`]*)', text)
    return {name for each in lists for name in each.split()}


@pytest.mark.parametrize("name", NAMES)
def test_no_page_styles_the_parts_of_another(name):
    folder = registry.EXPLORER / "pages" / name
    others = [path.read_text() for path in FILES if folder not in path.parents]
    used = {each for text in others for each in used_classes(text)}
    found = {each for path in folder.glob("*.css") for each in selectors(path.read_text())}
    own = {each for each in found if f"#{name}" in each or f'="{name}"' in each}
    assert not [each for each in found - own if classes(each) and classes(each) <= used]
