"""The board of the trick games, Queen's Dungeon and Queen Bees II.

`trick_view` reads trump and tricks out of a view, which is where the two games differ. `scene` is what is shown at one
moment, as a value; `layout` says where it lies, `render` paints it, `animation` turns changes into frames; `cursor`
moves over hand and suits; `log_writer` and `text` hold the sentences; `keys` and `board` have the keys and commands.
Only `keys` and `board` need Textual.
"""
