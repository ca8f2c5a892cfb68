"""The code that the boards of all games share.

`board` is the base of all boards, `generic_board` the board of a game without its own. `frame_queue`, `animator` and
`log_writer` animate changes and write the log; `scene`, `background`, `status_line` and `render` draw.
"""
