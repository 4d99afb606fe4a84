"""The board card alone."""

import pytest
from bokeh.document import Document
from bokeh.document.models import DocumentModelManager

from explorer.cards.board.card import BoardCard
from mcsearch import Recipe


@pytest.fixture
def search():
    search = Recipe("tictactoe", seed=1).build()
    search.run(100)
    return search


def facts(card):
    return card._view._shown[0].facts


def test_it_shows_the_selected_position(search):
    card = BoardCard(search)
    assert ("Candidates", "9 moves") in facts(card)
    card.selected = [4]
    assert ("Candidates", "8 moves") in facts(card)
    card._select((99,))
    assert card.selected == [4]


def test_it_shows_the_search_when_it_is_asked_to(search):
    card = BoardCard(search)
    before = facts(card)
    search.run(400)
    assert facts(card) == before
    card.refresh()
    assert facts(card) != before


def test_a_theme_changes_its_colours(search):
    card = BoardCard(search)
    card.theme = "dark"
    assert card._view.root.css_classes == ["dark"]


def test_another_kind_of_pieces_has_the_document_looked_through_once(search, monkeypatch):
    card = BoardCard(search)
    document = Document()
    document.add_root(card._view.root.get_root())
    looked = []
    recompute = DocumentModelManager.recompute

    def counted(models):
        looked.append(models)
        recompute(models)

    monkeypatch.setattr(DocumentModelManager, "recompute", counted)
    card._view._layer("tiles")
    assert len(looked) == 1
