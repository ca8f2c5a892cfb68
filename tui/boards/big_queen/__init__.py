"""The board of Big Queen.

`selection` is what the player is about to do, `commands` turns a key or a click into a new selection or into actions,
and `selection_update` keeps the selection true to what happens. `scene` is what is shown at one moment, as a value;
`layout` says where it lies, `render` paints it, `animation` turns changes into frames; `log_writer` and `text` hold
the sentences; `board` has the keys. Only `board` needs Textual.
"""
