"""The board of Big Queen.

`selection` computes what selected cards can do, `commands` turns a key or a click into a new selection or into actions,
and `selection_update` adapts the selection to changes of the match. `scene` is the value that is painted, `layout`
computes the zones and `set_columns` the places of laid sets, `render` paints the scene into them, `animation` turns
changes into frames; `log_writer` and `text` have the sentences; `keys` has the keys and `board` what they do. Only
`keys` and `board` need Textual.
"""
