"""A table as every interface sees it: the requests that a person can make there, and the reader of its events.

The screens (`tui.screens`, `tui.app`) and the line mode (`tui.line_mode`) use this folder, which needs no Textual.
"""
