import panel as pn

from explorer.cards.tree.card import TreeCard
from mcsearch import Recipe

search = Recipe("tictactoe", seed=1).build()
card = TreeCard(search)
more = pn.widgets.Button(name="50 iterations")
more.on_click(lambda event: (search.run(50), card.refresh()))
pn.Column(card, more).servable()
