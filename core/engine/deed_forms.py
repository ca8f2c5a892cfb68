"""Forms of a deed: ``reveals a card``, what a seat does by an action, in the past and as the name of a choice."""

from __future__ import annotations

from typing import Final

_IRREGULAR: Final = {
    "catches": ("caught", "catching"),
    "deals": ("dealt", "dealing"),
    "draws": ("drew", "drawing"),
    "gives": ("gave", "giving"),
    "keeps": ("kept", "keeping"),
    "lays": ("laid", "laying"),
    "puts": ("put", "putting"),
    "says": ("said", "saying"),
    "swaps": ("swapped", "swapping"),
    "takes": ("took", "taking"),
}
"""The past and the present participle of verbs that do not follow the rule, by their third person."""

_JOINT: Final = " and "
"""What stands before a second verb: ``banks and puts Q♣ in``."""


def past_deed(deed: str) -> str:
    """Return a deed in the past: ``revealed a card`` for ``reveals a card``."""
    return _in_form(deed, 0)


def deed_as_choice(deed: str) -> str:
    """Return a deed as the name of a choice: ``revealing a card`` for ``reveals a card``."""
    return _in_form(deed, 1)


def _in_form(deed: str, form: int) -> str:
    """Return a deed with all its verbs in a form, 0 for the past and 1 for the present participle.

    Its verbs are its first word and words after ``and`` that end as a verb does in the third person.
    """
    clauses = []
    for number, clause in enumerate(deed.split(_JOINT)):
        verb, _, rest = clause.partition(" ")
        if not number or (verb.isalpha() and verb.islower() and verb.endswith("s")):
            verb = _forms(verb)[form]
        clauses.append(f"{verb} {rest}".rstrip())
    return _JOINT.join(clauses)


def _forms(verb: str) -> tuple[str, str]:
    """Return the past and the present participle of a verb in the third person."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    root = verb.removesuffix("es") if verb.endswith(("sses", "shes", "xes")) else verb.removesuffix("s")
    bare = root.removesuffix("e")
    return f"{bare}ed", f"{bare}ing"
