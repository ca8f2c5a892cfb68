"""Rulebooks: the blocks of their Markdown, and the whole as plain text in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from core import Game
from core.engine.rule_set import Options

_LIST_ITEM_PATTERN: Final = re.compile(r"( *(?:- |\d+\. ))")
"""The pattern of the beginning of a list item in Markdown."""

EMPHASIS_PATTERN: Final = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1")
"""The pattern of bold, italic or code text in Markdown: the characters around it, and the text."""

LINK_PATTERN: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
"""The pattern of a link in Markdown, with its text."""

MIN_COLUMN_CELLS: Final = 8
"""A table's column is at least this many characters wide."""


def rulebook_text(title: str, markdown: str, width: int) -> str:
    """Return Markdown (headings, paragraphs, lists, tables) under a title, in lines of at most `width` columns."""
    parts = [f"{title}\n{'=' * len(title)}", *(_block_text(block, width) for block in markdown_blocks(markdown))]
    return "\n\n".join(parts)


def short_rules(rulebook: str) -> str:
    """Return the short rules: the beginning of a rulebook, up to its second section."""
    lines = rulebook.splitlines()
    section_titles = [number for number, line in enumerate(lines) if line.startswith("## ")]
    return "\n".join(lines[: section_titles[1]] if len(section_titles) > 1 else lines)


def short_rules_at_table(game: Game, options: Options) -> str:
    """Return the short rules of a game, after a list of those options of the table that change the rules."""
    changed = game.changed_options({name: options.get(name, option.default) for name, option in game.options.items()})
    told = "; ".join(f"{game.options[name].label or name}: {text}" for name, text in changed)
    return f"**At this table**: {told}.\n\n{short_rules(game.rules)}" if told else short_rules(game.rules)


def section_titles(rulebook: str) -> list[str]:
    """Return the titles of a rulebook's sections."""
    return [line.removeprefix("## ") for line in rulebook.splitlines() if line.startswith("## ")]


def section_text(rulebook: str, section_number: int) -> str:
    """Return the text of a section, counted from 1, without its title; "" if there is none of this number."""
    parts = f"\n{rulebook}".split("\n## ")
    return parts[section_number].partition("\n")[2] if 0 < section_number < len(parts) else ""


def markdown_blocks(markdown: str) -> Iterator[list[str]]:
    """Yield the blocks between empty lines, each as its lines; each heading is a block."""
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
        heading = remove_markup(first.lstrip("# "))
        return f"{heading}\n{'-' * len(heading)}"
    if first.startswith("|"):
        return "\n".join(_table_lines(block, width))
    return "\n".join(line for sign, text in list_items(block) for line in _wrap_list_item(sign, text, width))


def list_items(block: list[str]) -> list[tuple[str, str]]:
    """Return the items of a list, each as its bullet or number with the indent before it, and its text; a paragraph has
    no bullet.
    """
    items: list[str] = []
    for line in block:
        if _LIST_ITEM_PATTERN.match(line) or not items:
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    signs = [found[1] if (found := _LIST_ITEM_PATTERN.match(item)) else "" for item in items]
    return [(sign, item[len(sign) :]) for sign, item in zip(signs, items, strict=True)]


def _wrap_list_item(bullet: str, text: str, width: int) -> list[str]:
    """Return an item of a list wrapped; its later lines are indented by the width of its `bullet`."""
    return wrap(remove_markup(text), width, initial_indent=bullet, subsequent_indent=" " * len(bullet))


def _table_lines(rows: list[str], width: int) -> Iterator[str]:
    """Yield the lines of a table, each column as wide as its longest cell, narrowed if the table is too wide."""
    cells = [[remove_markup(cell) for cell in row] for row in table_cells(rows)]
    widths = column_widths(cells, width)
    for row in cells:
        columns = [wrap(cell, size) for cell, size in zip(row, widths, strict=False)]
        for line in zip_longest(*columns, fillvalue=""):
            yield "  ".join(f"{part:<{size}}" for part, size in zip(line, widths, strict=False)).rstrip()


def table_cells(rows: list[str]) -> list[list[str]]:
    """Return the cells of each row of a table, the heading first."""
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    return [row for row in cells if set("".join(row)) - set("-: ")]


def column_widths(cells: list[list[str]], width: int) -> list[int]:
    """Return the widths of a table's columns, with two cells between them.

    If the table is too wide they are narrowed, the widest first, to their longest words, and then further.
    """
    columns = list(zip_longest(*cells, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    longest_words = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    for least in (longest_words, [MIN_COLUMN_CELLS] * len(widths)):
        while sum(widths) + 2 * len(widths) - 2 > width:
            wide = [number for number in range(len(widths)) if widths[number] > least[number]]
            if not wide:
                break
            widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def remove_markup(text: str) -> str:
    """Return text without emphasis and links."""
    return EMPHASIS_PATTERN.sub(r"\2", LINK_PATTERN.sub(r"\1", text))
