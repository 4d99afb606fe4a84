"""Every chapter: its numbers, questions and claims are what its searches say."""

import re
from urllib.parse import parse_qsl

import pytest
from reading import CHAPTERS, finished, ready

from explorer.look.text import number
from explorer.pages.learn import evidence, lesson
from explorer.pages.learn.chapter import END
from explorer.pages.learn.checking import work_of
from explorer.pages.learn.evidence import SEEDS
from explorer.pages.learn.judges import best_at
from explorer.pages.learn.measures import exact_values, exhaustive
from explorer.pages.learn.moments import told_of
from explorer.pages.learn.numbers import PLACEHOLDER, placeholders, state_at
from explorer.session.limits import check
from explorer.session.permalink import from_query, to_query
from explorer.shell.registry import PAGES
from mcsearch.check import examples
from mcsearch.engine.tree import NONE
from mcsearch.recipe import SOLVERS

STEPS = [(chapter, index) for chapter in CHAPTERS for index in range(len(chapter.steps))]
BY_NAME = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
BY_STEP = pytest.mark.parametrize(
    ("chapter", "index"), STEPS, ids=[f"{chapter.name}-{index + 1}" for chapter, index in STEPS]
)
MOST_DIGITS_TYPED = 12
"""A larger number in a text has to come from the search: small ones are rules, as four in a row."""


def test_the_chapters_are_numbered_from_one():
    assert [chapter.number for chapter in CHAPTERS] == list(range(1, len(CHAPTERS) + 1))
    assert len({chapter.title for chapter in CHAPTERS}) == len(CHAPTERS)


@BY_STEP
def test_a_step_is_what_its_search_says(chapter, index):
    step, shown = chapter.steps[index], ready(chapter, index)
    search = shown.search
    if step.steps == END:
        assert search.stopped
    else:
        assert 4 * search.iterations + search.phase % 4 == step.steps
    assert search.find(list(shown.place.selected)) != NONE
    for text in (shown.title, *shown.paragraphs, shown.ask, shown.why):
        assert placeholders(text) == [], "every placeholder is filled"
        assert "–" not in text, "no number is missing"
    assert len(shown.paragraphs) == len(step.text)
    fresh = chapter.recipes[step.recipe].build()
    fresh.run(shown.place.steps // 4)
    for _ in range(shown.place.steps % 4):
        fresh.advance()
    assert fresh.tree.visits.tolist() == search.tree.visits.tolist(), "no work of slices shows"
    check(shown.place.recipe)
    assert from_query(to_query(shown.place)) == shown.place, "Explore can open it"


def test_links_in_texts_lead_to_pages_and_to_examples_there():
    steps = [ready(chapter, index) for chapter, index in STEPS]
    kinds = [kind for step in steps for each in step.paragraphs for _, kind in lesson.pieces(each)]
    queries = [dict(parse_qsl(kind[1:])) for kind in kinds if kind.startswith("?")]
    assert "check" in [query["view"] for query in queries]
    for query in queries:
        assert query["view"] in PAGES
        assert query.get("example", "right") in {example.name for example in examples()}


@BY_STEP
def test_numbers_in_a_text_are_not_typed(chapter, index):
    step = chapter.steps[index]
    asked = [step.question.ask, step.question.why, step.question.wrong] if step.question else []
    for text in (*step.text, *asked):
        typed = re.sub(r"\([^)]*\d{4}[^)]*\)", "", PLACEHOLDER.sub("", text))  # papers' years
        large = [n for n in re.findall(r"\d+", typed) if int(n) > MOST_DIGITS_TYPED]
        assert not large, text


@BY_STEP
def test_a_question_is_answered_by_the_search(chapter, index):
    step = chapter.steps[index]
    if step.question is None:
        return
    shown = ready(chapter, index)
    assert set(shown.answers) <= set(shown.names), "the right answers can be given"
    for answer, line in shown.answers.items():
        assert line[0] == answer
        state_at(shown.search.root, (*shown.place.selected, *line))  # it can be played
    wrong = [action for action in shown.names if action not in shown.answers]
    assert wrong, "a wrong answer can be given"
    for action in (wrong[0], wrong[-1]):
        told, reply = told_of(chapter, step, shown, action)
        assert shown.names[action] in told or "{given}" not in step.question.wrong
        assert placeholders(told) == []
        if reply is not None:
            state_at(shown.search.root, (*shown.place.selected, action, reply))
    # what is open to see says nothing of the answer
    for text in (shown.ask, *(shown.paragraphs if step.question.on == "board" else ())):
        words = set(re.findall(r"\w+", text.replace("\u202f", "")))  # in large numbers
        named = {action for action, name in shown.names.items() if name in words}
        assert not named & set(shown.answers) or len(named) > 1, text


@BY_STEP
def test_a_question_has_one_right_answer(chapter, index):
    """Another search, where one judges, gives it with each of 20 seeds."""
    question = chapter.steps[index].question
    if question is None:
        return
    shown = ready(chapter, index)
    (answer,) = shown.answers
    if question.judge == "other-search":
        node = shown.place.selected
        for seed in range(1, 21):
            judge = chapter.recipe_with(question.recipe, seed)
            assert best_at(shown.search, node, judge)[0] == answer, seed


@BY_STEP
def test_an_answer_that_ends_the_game_has_no_reply(chapter, index):
    step = chapter.steps[index]
    if step.question is None or "{reply}" not in step.question.wrong:
        return
    shown = ready(chapter, index)
    for action in set(shown.names) - set(shown.answers):
        after = state_at(shown.search.root, (*shown.place.selected, action))
        if after.is_terminal():
            told = f"{shown.names[action]} ends the game: {after.ending()}."
            assert told_of(chapter, step, shown, action) == (told, None)


def by_name(name):
    return next(chapter for chapter in CHAPTERS if chapter.name == name)


def test_one_reply_holds_the_draw():
    """Exhaustively: orange's others lose, after a move of blue's that the page names."""
    chapter = by_name("keep-and-share")
    index, step = [(i, step) for i, step in enumerate(chapter.steps) if step.question][-1]
    shown = ready(chapter, index)
    node = shown.place.selected
    (answer,) = shown.answers
    for given in shown.names:
        value = finished(exhaustive(state_at(shown.search.root, (*node, given))))
        assert value == (0.5 if given == answer else 1.0), "for blue"
        if given != answer:
            _, reply = told_of(chapter, step, shown, given)
            after = state_at(shown.search.root, (*node, given, reply))
            assert finished(exhaustive(after)) == 1.0


def is_won_within(state, plies, player):
    """Whether a player wins by force, whatever the other does."""
    if state.is_terminal() or plies == 0:
        return state.is_terminal() and state.returns() == 1.0 - player
    found = (is_won_within(state.play(a), plies - 1, player) for a in state.legal_actions())
    return any(found) if state.to_play == player else all(found)


def test_one_column_wins_within_three_moves():
    chapter = by_name("playouts")
    index = next(i for i, step in enumerate(chapter.steps) if step.question)
    shown = ready(chapter, index)
    root = shown.search.root
    winning = [a for a in shown.names if is_won_within(root.play(a), 4, root.to_play)]
    assert winning == list(shown.answers)


EXACT = {
    "four-phases": ("few", "", 0.5),
    "how-curious": ("greedy", "", 1.0),
    "final-move": ("robust", "", 1.0),
    "one-or-all": ("one", "", 1.0),
    "keep-and-share": ("game", "5 5", 1.0),
    "playouts": ("dice", "", 1.0),
}
"""By chapter: a recipe, moves from its position, and what the best moves there are worth."""


@pytest.mark.parametrize("name", EXACT)
def test_moves_that_a_claim_counts_are_the_best_by_exhaustive_search(name):
    chapter, (recipe, moves, value) = by_name(name), EXACT[name]
    counted = [row.arguments for row in chapter.claim.rows] + [
        fact.row.arguments for fact in chapter.facts.values()
    ]
    (named,) = {each["moves"] for each in counted if "moves" in each}
    state = chapter.recipes[recipe].build().root
    for move in moves.split():
        state = state.play(state.parse_action(move))
    game = chapter.recipes[recipe].game
    worth = finished(exact_values(SOLVERS[game].build(state), state))
    best = max(worth.values())
    assert best == value
    names = {state.action_name(action) for action in worth if worth[action] == best}
    assert names == set(named.split())


def test_chapters_about_connect_four_have_positions_of_their_own():
    """What one chapter has told of a position answers no question of another's."""
    told = [
        {recipe.position for recipe in chapter.recipes.values() if recipe.game == "connect4"}
        for chapter in CHAPTERS
    ]
    assert sum(map(len, told)) == len(set().union(*told)) == 5


@BY_NAME
def test_a_question_is_asked(chapter):
    assert any(step.question for step in chapter.steps)


def spread(count):
    """Seeds of a claim, from its first to its last."""
    return SEEDS[:: (len(SEEDS) - 1) // (count - 1)]


@BY_NAME
def test_what_is_counted_was_found_with_the_seeds_of_the_claim(chapter):
    """Some of the stored seeds again; all of them are `collect.py`'s to find."""
    dots = [evidence.dots_of(chapter, row) for row in chapter.claim.rows]
    assert None not in dots, "run collect.py: the claim's searches are others than those stored"
    for seed in spread(4):
        assert finished(work_of(chapter, seed)) == [row[seed - SEEDS[0]] for row in dots]
    assert set(evidence.counts(chapter)) == {
        *(row.name for row in chapter.claim.rows),
        *chapter.facts,
    }


@BY_NAME
def test_a_claim_tells_its_counts(chapter):
    text = lesson.claim_text(chapter)
    assert placeholders(text) == []
    for row in chapter.claim.rows:
        told = number(sum(evidence.dots_of(chapter, row)))
        assert f"**{told}**" in text or f"**{told} of {number(len(SEEDS))}**" in text
    bounds = {row.event.bound for row in chapter.claim.rows if row.event.bound >= 1.0}
    for bound in bounds:
        assert number(bound) in text
        assert str(int(bound)) not in chapter.claim.text, "it is not typed"
    for contrast, pairs in zip(chapter.claim.contrasts, evidence.pairs(chapter), strict=True):
        assert pairs.interval()[0] > 0.25, (chapter.claim.rows[contrast.more].name, pairs)


ITERATIONS = re.compile(r"\d+,\d{3}|\d+(?= iterations)")
"""A number of iterations in the label of a row."""


def test_a_label_that_tells_a_number_of_iterations_tells_the_row_s():
    told = {
        (chapter.name, row.name): (
            int(found[0].replace(",", "")),
            chapter.recipe_of(row, SEEDS[0]).values["iterations"],
        )
        for chapter in CHAPTERS
        for row in chapter.claim.rows
        if (found := ITERATIONS.findall(row.label))
    }
    assert len(told) > 4
    assert {place: pair for place, pair in told.items() if pair[0] != pair[1]} == {}


@BY_NAME
def test_the_trap_is_shown_first(chapter):
    first, *others = chapter.claim.rows
    assert first.is_trap
    assert not all(row.is_trap for row in others)


@BY_NAME
def test_the_public_question_is_answered(chapter):
    assert 1 <= len(chapter.source.answer) <= 3
    assert chapter.source.title.endswith("?")
