"""The verb forms of a *deed*, a phrase for what a seat does by an action, such as ``reveals a card``.

They are the past tense, ``revealed a card``, the name of a choice, ``revealing a card``, and the second person,
``reveal a card``.
"""

from __future__ import annotations

from typing import Final

_IRREGULAR_VERB_FORMS: Final = {
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
"""Maps the third person of each irregular verb to its past tense and its present participle."""

_VERB_SEPARATOR: Final = " and "
"""The text before a second verb in a deed: ``banks and puts Q♣ in``."""


def deed_in_past_tense(deed: str) -> str:
    """Return a deed in the past tense: ``revealed a card`` for ``reveals a card``."""
    return _put_verbs_in_form(deed, 0)


def deed_as_choice_name(deed: str) -> str:
    """Return a deed as the name of a choice: ``revealing a card`` for ``reveals a card``."""
    return _put_verbs_in_form(deed, 1)


def deed_in_second_person(deed: str) -> str:
    """Return a deed as of the person spoken to: ``reveal a card`` for ``reveals a card``."""
    return _put_verbs_in_form(deed, 2)


def _put_verbs_in_form(deed: str, form_index: int) -> str:
    """Return a deed with all its verbs in one form: 0 for the past tense, 1 for the present participle, 2 for the
    second person.

    Its verbs are its first word, and each word after ``and`` that ends as a verb does in the third person.
    """
    clauses = []
    for number, clause in enumerate(deed.split(_VERB_SEPARATOR)):
        verb, _, rest = clause.partition(" ")
        if not number or (verb.isalpha() and verb.islower() and verb.endswith("s")):
            verb = _verb_forms(verb)[form_index]
        clauses.append(f"{verb} {rest}".rstrip())
    return _VERB_SEPARATOR.join(clauses)


def _verb_forms(verb: str) -> tuple[str, str, str]:
    """Return the past tense, the present participle and the second person of a verb, which is given in the third
    person."""
    root = verb.removesuffix("es") if verb.endswith(("sses", "shes", "xes", "tches")) else verb.removesuffix("s")
    if verb in _IRREGULAR_VERB_FORMS:
        return *_IRREGULAR_VERB_FORMS[verb], root
    bare = root.removesuffix("e")
    return f"{bare}ed", f"{bare}ing", root
