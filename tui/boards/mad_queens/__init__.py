"""The board of Mad Queens and Mad Queens Classic.

`scene` is the value that is drawn, `layout` has the zones for a window of a given size, `render` paints it, `animation`
turns changes into frames; `log_writer` and `text` have the sentences; `board` has the keys and commands.
The line mode imports `scene`, `text`, `odds` and `log_writer`; only `board` needs Textual.
"""
