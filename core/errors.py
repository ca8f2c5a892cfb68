"""The errors of the rules; the text of each is one sentence for a person.

RulesError
├── IllegalAction   the rules do not allow this action now; nothing has changed
├── BadNotation     a text that names no card, suit or action
├── BadOption       an option, number of seats or prepared deal that the game does not have
└── BadRecord       a record that cannot be read, or does not replay to its own digest
"""


class RulesError(Exception):
    """Base of all errors of the rules; its text is one sentence for a person."""


class IllegalAction(RulesError):
    """The rules do not allow this action now; the match is as it was (G-2)."""


class BadNotation(RulesError):
    """A text that names no card, suit or action of this game."""


class BadOption(RulesError):
    """An option, a number of seats or a prepared deal that the game does not have."""


class BadRecord(RulesError):
    """A record that cannot be read, or does not replay to its own digest."""
