"""The board of the trick games, Queen's Dungeon and Queen Bees II.

`trick_view` reads trump and tricks out of a view, in which the two games differ. `scene` is the value that is drawn,
`layout` has its places, `render` paints it, `animation` turns changes into frames; `cursor` is the pointer of the
keys; `log_writer` and `text` have the sentences; `keys` and `board` have the keys and commands.
Only `keys` and `board` need Textual.
"""
