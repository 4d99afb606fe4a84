"""A server with as many visitors as it takes: the next one is told so."""

from types import SimpleNamespace

import pytest
from bokeh.document import Document
from panel.io.document import MockSessionContext

from explorer.shell import crowd


@pytest.fixture(autouse=True)
def no_lines(monkeypatch):
    monkeypatch.setattr(crowd, "_lines", set())


def newcomer(path="/webapp"):
    document = Document()
    context = SimpleNamespace(
        server_context=SimpleNamespace(sessions=[]), request=SimpleNamespace(path=path)
    )
    document._session_context = lambda: context
    return document


def test_there_is_room_up_to_the_limit(monkeypatch):
    monkeypatch.setenv("MCSEARCH_VISITORS", "2")
    assert crowd.enter("first")
    assert not crowd.is_full(newcomer())
    assert crowd.enter("second")
    assert crowd.is_full(newcomer())
    # one that is opened all the same is not let in, and takes nobody's place when it is closed
    assert not crowd.enter("third")
    crowd.leave("third")
    assert crowd.is_full(newcomer())
    crowd.leave("first")
    assert not crowd.is_full(newcomer())
    assert crowd.enter("third")


def test_a_page_that_was_let_in_gets_its_document_from_another_process_too(monkeypatch):
    monkeypatch.setenv("MCSEARCH_VISITORS", "1")
    assert crowd.enter("first")
    assert crowd.is_full(newcomer())
    assert not crowd.is_full(newcomer("/webapp/ws"))


def test_there_is_always_room_where_no_server_runs():
    assert not crowd.is_full(Document())
    in_browser = Document()
    in_browser._session_context = lambda: MockSessionContext(document=in_browser)
    assert not crowd.is_full(in_browser)


def test_a_limit_that_is_no_number_is_named(monkeypatch):
    for wrong in ("many", "0", "-1", "2.5", ""):
        monkeypatch.setenv("MCSEARCH_VISITORS", wrong)
        with pytest.raises(ValueError, match="set it to a whole number"):
            crowd.most_visitors()


@pytest.mark.parametrize("site", ["", "https://example.org/explorer/"])
def test_a_newcomer_is_told_and_shown_where_there_is_room(monkeypatch, site):
    monkeypatch.setenv("MCSEARCH_VISITORS", "1")
    monkeypatch.setenv("MCSEARCH_SITE_ADDRESS", site)
    document = Document()
    crowd.turn_away(document)
    page = document.template.render(document.template_variables)
    assert "1 visitor is here, as many as this server takes" in page
    assert 'http-equiv="refresh"' in page
    assert ("Run it in this browser" in page) == bool(site)
    assert not site or f'href="{site}"' in page
