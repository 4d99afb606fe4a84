"""What the results of races say, and how sure that is; knows numbers, and imports numpy only.

`pairs`: games in pairs, Elo. `sprt`: when a match may stop. `aggregates`: scores on boards.
`differences`: how sure it is that they differ. `student`: Student's t.
"""
