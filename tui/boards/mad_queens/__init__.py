"""The board of Mad Queens and Mad Queens Classic.

`scene` is the value that is drawn, `layout` has the zones for a window of a given size, `render` paints it, `animation`
turns changes into frames; `log_writer` and `text` have the sentences; `keys` has the keys and `board` what they do. The
line mode imports `scene`, `text`, `odds` and `log_writer`; only `keys` and `board` need Textual.

Words of the zones: the *sheet* lists the cards still in a deck, the *odds* say what the next card may be, the *row* has
the cards turned in this play, the *bank* those that are safe.
"""
