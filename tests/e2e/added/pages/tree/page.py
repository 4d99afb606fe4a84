from explorer.cards.transport.card import TransportCard
from explorer.cards.tree.card import TreeCard
from explorer.pages.page import Page
from explorer.session.live_search import LiveSearch
from mcsearch import Recipe

BUDGET = {"iterations": 5_000_000, "nodes": 10_000}


class Tree(Page):
    name, title, order = "tree", "Tree", 40

    def __init__(self, line):
        super().__init__(line)
        live = LiveSearch(Recipe("connect4", parameters=BUDGET, seed=1).build())
        tree = TreeCard(live.source, sizing_mode="stretch_both")
        transport = TransportCard(live.press)
        live.show(transport, tree)
        line.run(live)
        self.cards = {"tree": tree, "transport": transport}
