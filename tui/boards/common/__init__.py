"""The code that the boards of all games share.

`board` is the base of all boards, `game_methods` what the board of a game defines, `generic_board` the board of a game
without its own. `animation` shows frames, `animator` makes them of changes, and `log_writer` writes log lines; `scene`,
`background`, `status_line` and `render` draw.
"""
