"""What the results of races say, and how sure that is; knows numbers, and imports numpy only.

`pairs`: games in pairs, Elo. `sprt`: when a match may stop. `bootstrap`: scores on boards.
"""
