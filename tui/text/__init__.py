"""English sentences, tables of text and JSON for people, shared by screens, line mode and command line.

Sentences of a game are not here: log lines are in `core/<game>/log_text.py`, those of a board in its `text.py`.
"""
