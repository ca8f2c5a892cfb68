"""A command that lists all sentences that a player can read: `python -m tests.gallery.sentences`.

Whoever changes words reads the list, so that one thing keeps one word. Each source file is a heading; its sentences
follow in the order of the file. A sentence is a string of at least two words, or of one with its full stop,
with its placeholders in braces; docstrings, texts for developers, style sheets, SQL, SVG, policies for browsers and
lines of the server's own log are left out. Of the rulebooks, README and SECURITY the
paragraphs are listed, without code; of the page for browsers the texts and the labels.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

REPOSITORY_ROOT: Final = Path(__file__).parents[2]
"""The root folder of the repository."""

LAYER_PACKAGES: Final = ("core", "net", "tui")
"""The packages whose sentences are collected."""

TWO_WORDS_PATTERN: Final = re.compile(r"[A-Za-z]{2,}.* |.* [A-Za-z]{2,}", re.DOTALL)
"""Pattern of a text with two words, of which at least one has more than one letter."""

ONE_WORD_SENTENCE_PATTERN: Final = re.compile(r"[A-Z][A-Za-z'’-]+[.!?]")
"""Pattern of a sentence of a single word, such as ``Goodbye.``"""

CODE_TEXT_PATTERN: Final = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WITH|VACUUM)\b.* |.*\b(ORDER BY|WHERE|JOIN|LIKE) "
    r"|.*( IS NULL|= \?)|(id|match|place)(, [a-z_]+)+$"
    r"|[a-z-]+ '(none|self)'|[a-z]+=\(\), "
    r"|[^{]*\{[^}]*;\s*\}",
    re.DOTALL,
)
"""Pattern of the beginning of a string that no player reads: SQL, also columns alone, a policy for browsers, or a style
sheet.
"""

PLACEHOLDER_PATTERN: Final = re.compile(r"\{[^{}]*\}")
"""Pattern of a placeholder in a sentence, which the program fills in."""

PATHS_WITHOUT_SENTENCES: Final = ("tui/cards/art/", "tui/drawing/svg.py")
"""Paths of folders and files whose strings are pictures: made of characters, or in SVG."""

DOCUMENT_FILES: Final = ("README.md", ".github/SECURITY.md")
"""Paths, from the root, of the documents for players."""

PAGE_FOLDER: Final = REPOSITORY_ROOT / "tui" / "web" / "page"
"""Path of the folder with the page for browsers."""

FOREIGN_SCRIPTS: Final = ("xterm.js", "addon-fit.js", "addon-unicode11.js")
"""Names of the scripts of the page that other projects have written."""

ATTRIBUTES_WITH_TEXT: Final = frozenset(("alt", "aria-label", "placeholder", "title"))
"""Names of the HTML attributes of the page whose values people read."""

STRING_OR_COMMENT_PATTERN: Final = re.compile(
    r"""^\s*(?://|/?\*).*|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""", re.MULTILINE
)
"""Pattern of a string in JavaScript, or of a line that is a comment."""

CODE_BLOCK_PATTERN: Final = re.compile(r"^```.*?^```\n", re.MULTILINE | re.DOTALL)
"""Pattern of a block of code in a Markdown document."""


def sentences_in_module(source: str) -> Iterator[str]:
    """Yield the sentences of a module, from its source text, in the order of the file."""
    found: dict[tuple[int, int], str] = {}
    collect_strings(ast.parse(source), found)
    for _, text in sorted(found.items()):
        words = PLACEHOLDER_PATTERN.sub("", text)
        if ONE_WORD_SENTENCE_PATTERN.fullmatch(text) or (
            TWO_WORDS_PATTERN.search(words) and not CODE_TEXT_PATTERN.match(text)
        ):
            yield text


def collect_strings(node: ast.AST, text_by_position: dict[tuple[int, int], str]) -> None:
    """Add all strings in a syntax node to `text_by_position`, whose keys are line and column."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.FunctionDef(name="__repr__"):
            return  # a text for developers
        case ast.Call(func=ast.Attribute(value=ast.Name(id="LOG" | "log" | "_log" | "logger" | "re"))):
            return
        case ast.Constant(value=str(text)):
            text_by_position[node.lineno, node.col_offset] = text
            return
        case ast.JoinedStr(values=parts):
            text_by_position[node.lineno, node.col_offset] = "".join(text_of_string_part(part) for part in parts)
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        collect_strings(child, text_by_position)


def text_of_string_part(part: ast.expr) -> str:
    """Return the text of one part of an f-string, in which a placeholder is written in braces."""
    if isinstance(part, ast.FormattedValue):
        return "{" + ast.unparse(part.value) + "}"
    return str(part.value) if isinstance(part, ast.Constant) else ""


def paragraphs_in_rulebook(text: str) -> Iterator[str]:
    """Yield the paragraphs of a rulebook, each as one line, and the rows of its tables, each as a line."""
    for paragraph in text.split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        if lines and lines[0].startswith("|"):
            yield from lines
        elif lines:
            yield " ".join(lines)


class _PageTextParser(HTMLParser):
    """An HTML parser that collects the texts of a page and the values of attributes that people read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ATTRIBUTES_WITH_TEXT and value]

    def handle_data(self, data: str) -> None:
        self.found += [" ".join(data.split())] * bool(data.strip())


def texts_in_page(source: str) -> Iterator[str]:
    """Yield the texts of an HTML page in order, also labels of a single word."""
    page = _PageTextParser()
    page.feed(source)
    yield from page.found


def sentences_in_script(source: str) -> Iterator[str]:
    """Yield the sentences in the strings of a script in JavaScript."""
    for found in STRING_OR_COMMENT_PATTERN.finditer(source):
        text = found[1] or found[2] or ""
        if TWO_WORDS_PATTERN.search(text):
            yield text


def paragraphs_in_document(text: str) -> Iterator[str]:
    """Yield the paragraphs of a document in Markdown, without its code."""
    return paragraphs_in_rulebook(CODE_BLOCK_PATTERN.sub("", text))


def sentences_by_file() -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each file that has sentences, and its sentences: first documents, then source files, then the
    page.
    """
    for name in DOCUMENT_FILES:
        yield name, list(paragraphs_in_document((REPOSITORY_ROOT / name).read_text(encoding="utf-8")))
    for layer in LAYER_PACKAGES:
        for path in sorted((REPOSITORY_ROOT / layer).rglob("*")):
            name = str(path.relative_to(REPOSITORY_ROOT))
            if name.startswith(PATHS_WITHOUT_SENTENCES):
                continue
            if path.suffix == ".py":
                sentences = list(sentences_in_module(path.read_text(encoding="utf-8")))
            elif path.name == "RULES.md":
                sentences = list(paragraphs_in_rulebook(path.read_text(encoding="utf-8")))
            else:
                continue
            if sentences:
                yield name, sentences
    for path in sorted(PAGE_FOLDER.iterdir()):
        if path.suffix == ".html":
            yield str(path.relative_to(REPOSITORY_ROOT)), list(texts_in_page(path.read_text(encoding="utf-8")))
        elif path.suffix == ".js" and path.name not in FOREIGN_SCRIPTS:
            said = list(sentences_in_script(path.read_text(encoding="utf-8")))
            if said:
                yield str(path.relative_to(REPOSITORY_ROOT)), said


def main() -> None:
    """Print all sentences, file by file."""
    for name, sentences in sentences_by_file():
        print(f"\n{name}")
        for sentence in sentences:
            print("  " + sentence.replace("\n", "\n  "))


if __name__ == "__main__":
    main()
