import panel as pn

from explorer.cards.board.card import BoardCard
from explorer.cards.tree.card import TreeCard
from mcsearch import Recipe

search = Recipe("tictactoe", seed=1).build()
tree, board = TreeCard(search), BoardCard(search)
tree.link(board, selected="selected", bidirectional=True)
button = pn.widgets.Button(name="50 iterations")
button.on_click(lambda event: (search.run(50), tree.refresh(), board.refresh()))
pn.Column(pn.Row(tree, board), button).servable()
