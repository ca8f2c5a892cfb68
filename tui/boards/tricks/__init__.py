"""The board of the trick games, Queen's Dungeon and Queen Bees II.

`trick_view` reads trump and tricks from a view; the two games store them differently. `scene` is the value that is
drawn, `layout` has the zones, `render` paints it, `animation` turns changes into frames; `cursor` is the position that
keys move; `log_writer` has the lines of the log, `turn_text` the texts of the status line, `trick_text` and
`points_text` those of the felt and the corners, `table_text` the whole table in sentences, and `labels` the names of
actions; `keys` and `board` have the keys and commands. Only `keys` and `board` need Textual.

Words of the zones: the *felt* is the table on which cards lie; the other players sit round it, on the left, across and
on the right, each with a *plate* for name and score; the *corners* beside them tell trump, Queens and so on.
"""
