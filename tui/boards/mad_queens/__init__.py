"""The board of Mad Queens and Mad Queens Classic.

`scene` is the value that is drawn, `layout` has its places in a window of a size, `render` paints it, `animation`
turns changes into frames; `log_writer` and `text` have the sentences; `board` has the keys and commands.
The line mode imports `scene`, `text`, `odds` and `log_writer`; only `board` needs Textual.
"""
