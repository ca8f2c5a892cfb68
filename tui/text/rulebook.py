"""Rulebooks (Markdown) as plain text in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from core import Game
from core.engine.rule_set import Options

_LIST_ITEM: Final = re.compile(r"( *(?:- |\d+\. ))")
"""The beginning of a list item."""

_EMPHASIS: Final = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1")
"""Bold, italic or code text."""

_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
"""A link."""

MIN_COLUMN_CELLS: Final = 8
"""Narrowest width of a table's column, in characters."""


def rulebook_text(title: str, markdown: str, width: int) -> str:
    """Return Markdown (headings, paragraphs, lists, tables) under a title, in lines of at most `width` columns."""
    parts = [f"{title}\n{'=' * len(title)}", *(_block_text(block, width) for block in _markdown_blocks(markdown))]
    return "\n\n".join(parts)


def short_rules(rulebook: str) -> str:
    """Return the short rules: a rulebook up to its second section."""
    lines = rulebook.splitlines()
    section_titles = [number for number, line in enumerate(lines) if line.startswith("## ")]
    return "\n".join(lines[: section_titles[1]] if len(section_titles) > 1 else lines)


def short_rules_at_table(game: Game, options: Options) -> str:
    """Return the short rules of a game, before them the options of the table that differ from what the rules say."""
    changed = game.changed_options({name: options.get(name, option.default) for name, option in game.options.items()})
    told = "; ".join(f"{game.options[name].label or name}: {text}" for name, text in changed)
    return f"**At this table**: {told}.\n\n{short_rules(game.rules)}" if told else short_rules(game.rules)


def section_titles(rulebook: str) -> list[str]:
    """Return the titles of a rulebook's sections."""
    return [line.removeprefix("## ") for line in rulebook.splitlines() if line.startswith("## ")]


def section_text(rulebook: str, number: int) -> str:
    """Return the text of a section, counted from 1, without its title."""
    parts = f"\n{rulebook}".split("\n## ")
    return parts[number].partition("\n")[2] if 0 < number < len(parts) else ""


def _markdown_blocks(markdown: str) -> Iterator[list[str]]:
    """Yield the blocks between empty lines; each heading is a block."""
    block: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        alone = line.startswith("#")
        if block and (alone or not line.strip()):
            yield block
            block = []
        if alone:
            yield [line]
        elif line.strip():
            block.append(line)


def _block_text(block: list[str], width: int) -> str:
    """Return a block of Markdown as plain text of at most `width` columns."""
    first = block[0]
    if first.startswith("#"):
        heading = _without_markup(first.lstrip("# "))
        return f"{heading}\n{'-' * len(heading)}"
    if first.startswith("|"):
        return "\n".join(_table_lines(block, width))
    items: list[str] = []
    for line in block:
        if _LIST_ITEM.match(line) or not items:
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    return "\n".join(line for item in items for line in _wrap_item(item, width))


def _wrap_item(item: str, width: int) -> list[str]:
    """Return an item of a list wrapped, its later lines indented to stand below the first."""
    found = _LIST_ITEM.match(item)
    sign = found[1] if found else ""
    return wrap(_without_markup(item[len(sign) :]), width, initial_indent=sign, subsequent_indent=" " * len(sign))


def _table_lines(rows: list[str], width: int) -> Iterator[str]:
    """Yield the lines of a table, each column as wide as its longest cell, narrowed if the table is too wide."""
    cells = [[_without_markup(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in cells if set("".join(row)) - set("-: ")]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    while sum(widths) + 2 * len(widths) - 2 > width and max(widths) > MIN_COLUMN_CELLS:
        widths[widths.index(max(widths))] -= 1
    for row in cells:
        columns = [wrap(cell, size) for cell, size in zip(row, widths, strict=False)]
        for line in zip_longest(*columns, fillvalue=""):
            yield "  ".join(f"{part:<{size}}" for part, size in zip(line, widths, strict=False)).rstrip()


def _without_markup(text: str) -> str:
    """Return text without emphasis and links."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))
