"""The board of Mad Queens and Mad Queens Classic.

`scene` is what is shown at one moment, as a value; `layout` says where it lies in a window of a size; `render` paints
it; `animation` turns changes into frames; `log_writer` and `text` hold the sentences; `board` has keys and commands.
The line mode imports `scene`, `text`, `odds` and `log_writer`; only `board` needs Textual.
"""
