"""Environment variables of a guest that describe its terminal: kind, colours and character set."""

from __future__ import annotations

from collections.abc import Mapping


def environment_of(terminal_type: str, sent_variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a guest's program: `terminal_type` as ``TERM``, and the colour variables that the
    client sent.

    Clients are often set up to send only ``LC_*``, so ``LC_COLORTERM`` and ``LC_NO_COLOR`` count as well.
    """
    environment = {"TERM": terminal_type}
    for name in ("COLORTERM", "NO_COLOR"):
        value = sent_variables.get(name) or sent_variables.get(f"LC_{name}")
        if value:
            environment[name] = value
    return environment


def colours_are_known(environment: Mapping[str, str]) -> bool:
    """Return whether the variables of the client say how many colours its terminal has."""
    return bool(environment.get("COLORTERM") or environment.get("NO_COLOR"))


def needs_ascii(sent_variables: Mapping[str, str]) -> bool:
    """Return whether the client's locale names another character set than UTF-8."""
    locale = sent_variables.get("LC_ALL") or sent_variables.get("LC_CTYPE") or sent_variables.get("LANG") or ""
    _, dot, charset = locale.partition(".")
    return bool(dot) and charset.partition("@")[0].lower().replace("-", "") != "utf8"
