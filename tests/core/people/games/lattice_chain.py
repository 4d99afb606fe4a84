"""A chain on a square lattice in plain Python, as a person adds it: it draws itself."""

from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.picture import Picture
from mcsearch.games import Game
from mcsearch.games.python_state import PythonState

SIDE = 6
COLUMNS = "abcdef"
FIRST = "c3"
CELL, LEFT, BELOW = 30, 16, 38  # units of the drawing: a cell, room for the labels and a line
ACCENT = "#5B5FD6"  # to be seen on light and on dark


def named(cell):
    return f"{COLUMNS[cell // SIDE]}{cell % SIDE + 1}"


NAMES = [named(cell) for cell in range(SIDE * SIDE)]  # column by column from below
BESIDE = [
    [
        SIDE * x + y
        for x, y in ((a + 1, b), (a, b + 1), (a - 1, b), (a, b - 1))
        if 0 <= x < SIDE and 0 <= y < SIDE
    ]
    for a in range(SIDE)
    for b in range(SIDE)
]


def middle(cell):
    """The middle of a cell in the drawing."""
    column, row = divmod(cell, SIDE)
    return LEFT + CELL * (column + 0.5), CELL * (SIDE - row - 0.5)


class LatticeChain(PythonState):
    """Beads on cells, one beside the other. An action is the cell of the next bead."""

    def __init__(self, num_beads):
        super().__init__(num_players=1, max_plies=num_beads, max_actions=4)
        self.num_beads = num_beads
        self.chain = (NAMES.index(FIRST),)

    def legal(self):
        if len(self.chain) == self.num_beads:
            return []
        return [cell for cell in BESIDE[self.chain[-1]] if cell not in self.chain]

    def make(self, action):
        self.chain = (*self.chain, action)

    def contacts(self):
        """The pairs of beads that are neighbours and not joined, as pairs of cells."""
        at = {cell: number for number, cell in enumerate(self.chain)}
        pairs = ((cell, other) for cell in self.chain for other in BESIDE[cell] if other in at)
        return [(cell, other) for cell, other in pairs if at[other] > at[cell] + 1]

    def result(self):
        return len(self.contacts())

    def ending(self):
        if self.legal():
            return ""
        is_whole = len(self.chain) == self.num_beads
        return "all beads are laid" if is_whole else "the chain has shut itself in"

    @property
    def picture(self):
        """Beads and what joins them, contacts dotted; dashed where the next bead may lie."""
        legal = self.legal()
        found = []
        for place in range(SIDE):
            x, y = middle(SIDE * place + place)
            found.append(label(x, SIDE * CELL + 12, COLUMNS[place]))
            found.append(label(LEFT / 2, y + 4, place + 1))
        for cell in range(SIDE * SIDE):
            if cell in self.chain or cell in legal:
                continue
            x, y = middle(cell)
            found.append(f'<circle cx="{x}" cy="{y}" r="1.6" opacity="0.35"/>')
        for pair in self.contacts():
            found.append(
                f'<path d="{line(pair)}" fill="none" stroke="{ACCENT}" stroke-width="2.8" '
                'stroke-dasharray="0.1 3.65" stroke-linecap="round"/>'
            )
        found.append(
            f'<path d="{line(self.chain)}" fill="none" stroke="#8B8E96" stroke-width="5" '
            'stroke-linejoin="round"/>'
        )
        for number, cell in enumerate(self.chain, 1):
            x, y = middle(cell)
            found.append(
                f'<circle cx="{x}" cy="{y}" r="9.6" fill="#FFFFFF" stroke="#1A1C21" '
                'stroke-width="1.2"/>'
            )
            found.append(label(x, y + 3.9, number, "#1A1C21"))
        x, y = middle(self.chain[-1])
        ring = f'<circle cx="{x}" cy="{y}" r="12.6" fill="none" stroke="currentColor"'
        found.append(f'{ring} stroke-width="2"/>')
        for cell in legal:
            x, y = middle(cell)
            found.append(
                f'<circle cx="{x}" cy="{y}" r="9.6" fill="none" stroke="{ACCENT}" '
                'stroke-width="1.8" stroke-dasharray="3.4 2.4"/>'
            )
            if gained := sum(other in self.chain[:-1] for other in BESIDE[cell]):
                found.append(label(x, y + 3.9, f"+{gained}"))
        width, height = LEFT + SIDE * CELL, SIDE * CELL + BELOW
        told = f"{len(self.chain)} of {self.num_beads} beads, contacts: {len(self.contacts())}"
        found.append(label(LEFT + SIDE * CELL / 2, height - 8, told))
        svg = f'<svg viewBox="0 0 {width} {height}">{"".join(found)}</svg>'
        return Picture(svg=svg, places=tuple((middle(cell),) for cell in legal), side=CELL)

    def action_name(self, action):
        return NAMES[action]

    def __str__(self):
        return " ".join(NAMES[cell] for cell in self.chain)


def label(x, y, text, colour="currentColor"):
    return (
        f'<text x="{x}" y="{y}" font-size="11" text-anchor="middle" fill="{colour}">{text}</text>'
    )


def line(cells):
    return "M" + "L".join("{} {}".format(*middle(cell)) for cell in cells)


def start(position, values):
    """The cells of the beads so far, from the first on: "c3 d3 d4"."""
    state = LatticeChain(values["beads"])
    names = position.lower().split() or [FIRST]
    if names[0] != FIRST:
        raise RecipeError(f"lattice-chain position: {position!r}; the first bead lies on {FIRST}")
    for name in names[1:]:
        try:
            state = state.play(state.parse_action(name))
        except ValueError as error:
            raise RecipeError(f"lattice-chain position: {error}") from None
    return state


GAME = Game(
    name="lattice-chain",
    title="Lattice chain",
    num_players=1,
    kind="drawing",
    has_kinds=False,
    default_position="",
    position_help="the cells of the beads so far, such as c3 d3 d4",
    source="the self-avoiding walk with the most contacts",
    start=start,
    parameters=(Parameter("beads", "int", 10, "Beads", "how many beads the chain has", 4, 20),),
    rules="Lay a chain of beads, each beside the one before it and on a free cell. "
    "Each pair of beads that are neighbours and not joined is a contact and scores 1. "
    "The game ends with the last bead, or where no free cell is left beside the chain's end.",
)
