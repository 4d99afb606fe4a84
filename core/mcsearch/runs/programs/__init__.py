"""Programs of other people, in any language, as entrants of a race: a line protocol.

An entrant `program:python3 my_bot.py` is a command, started without a shell. It is asked on its
standard input, once for each move, by lines of a word and what belongs to it:

    game connect4
    position ....... / ....... / ....... / ....... / ...o... / ..oxx..
    player 1
    legal 1
    legal 2
    limit iterations 1000
    seed 731
    go

It answers on its standard output with `move` and one of the legal moves, as they were written:

    move 2

- `game` is the game's name, of a problem of your own MODULE:CLASS; a line such as `pie_rule on`
  follows for each parameter of the game.
- `position` is what `mcsearch solve --position` reads, in one line (the rows of a board are parted
  by " / "); of a problem of your own it is what Python prints of the object.
- `player` is who is to move, 1 or 2, and `legal` are the legal moves, one a line.
- `limit` is `iterations N`, or `seconds S`: for this move where two play; for the rest of the run
  where one plays, who is asked again after each move until the game is over. Seconds of a program
  are those on the wall. With a clock for the whole game a line `clock 9.5 0.1` says what is left
  and what each move adds.
- `seed` is a number to draw from, so that the same game can be repeated.
- Before `move` there may be `iterations N` (how many were made) and `value V` (the return that is
  expected for who is to move, 0 to 1, or with one player the score). Lines that begin with `#`, and
  words that are not known, are left unread. The output has to be flushed.

The program is asked about one position after the other, of several games in any order; it ends
when its input does. What it prints on its standard error is told when it dies. A program that
answers what is no legal move, is silent for `patience` seconds (30) beyond its limit, or dies, has
failed: it is named. Only the command line starts programs; no link and no recipe's file does.

Ten lines of Python that play: `mcsearch.examples.random_program`.
"""
