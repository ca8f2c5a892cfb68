"""Reads a QR code from its modules, the dark and light squares (ISO/IEC 18004), versions 1 to 6, drawn without
damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

INK_BY_HALF_BLOCK: Final = {" ": (0, 0), "\N{NO-BREAK SPACE}": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""Maps a half-block character to the ink in the upper and in the lower half of its cell; 1 is ink."""

FINDER_PATTERN: Final = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
"""The rows of modules of the pattern in three corners of a code; 1 is dark."""

DATA_BYTES_BY_VERSION: Final = {
    (1, "L"): (19,),
    (1, "M"): (16,),
    (1, "Q"): (13,),
    (1, "H"): (9,),
    (2, "L"): (34,),
    (2, "M"): (28,),
    (2, "Q"): (22,),
    (2, "H"): (16,),
    (3, "L"): (55,),
    (3, "M"): (44,),
    (3, "Q"): (17, 17),
    (3, "H"): (13, 13),
    (4, "L"): (80,),
    (4, "M"): (32, 32),
    (4, "Q"): (24, 24),
    (4, "H"): (9, 9, 9, 9),
    (5, "L"): (108,),
    (5, "M"): (43, 43),
    (5, "Q"): (15, 15, 16, 16),
    (5, "H"): (11, 11, 12, 12),
    (6, "L"): (68, 68),
    (6, "M"): (27,) * 4,
    (6, "Q"): (19,) * 4,
    (6, "H"): (15,) * 4,
}
"""Maps the version of a code and its level of error correction to the number of data bytes in each block."""

ERROR_CORRECTION_LEVELS: Final = "MLHQ"
"""The levels of error correction, in the order of the number that two bits of the code hold."""

ALPHANUMERIC_CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The characters that the alphanumeric mode can encode, in the order of their numbers."""


def read_qr_code(screen: str) -> str:
    """Return the text of the QR code that a screen shows in half-block characters; raise `ValueError` if there is
    none.
    """
    rows: list[str] = []
    for line in screen.split("\n"):
        cells = [INK_BY_HALF_BLOCK.get(letter, (2, 2)) for letter in line]
        rows += ["".join(str(cell[half]) for cell in cells) for half in (0, 1)]
    for inverse in (False, True):
        picture = [row.translate(str.maketrans("01", "10")) if inverse else row for row in rows]
        for version in range(1, 7):
            size = 17 + 4 * version
            for y in range(len(picture) - size + 1):
                for x in _all_positions(picture[y], FINDER_PATTERN[0]):
                    modules = [row[x : x + size] for row in picture[y : y + size]]
                    if _has_finders(modules, size):
                        return _text_of_modules([[letter == "1" for letter in row] for row in modules], version)
    raise ValueError(f"there is no QR code on this screen:\n{screen}")


def _all_positions(row: str, pattern: str) -> Iterator[int]:
    """Yield the columns at which a pattern begins in a row."""
    x = row.find(pattern)
    while x >= 0:
        yield x
        x = row.find(pattern, x + 1)


def _has_finders(modules: Sequence[str], size: int) -> bool:
    """Return whether the finder pattern is in three corners and there are only modules between them."""
    return all(len(row) == size and "2" not in row for row in modules) and all(
        modules[top + i][left : left + 7] == FINDER_PATTERN[i]
        for top, left in ((0, 0), (0, size - 7), (size - 7, 0))
        for i in range(7)
    )


def _text_of_modules(modules: Sequence[Sequence[bool]], version: int) -> str:
    """Return the text that the modules of a code hold."""
    size = len(modules)
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join(str(int(modules[y][x])) for y, x in places), 2) ^ 0b101010000010010
    level, mask = ERROR_CORRECTION_LEVELS[form >> 13], form >> 10 & 7
    bits = [modules[y][x] ^ _is_masked(mask, y, x) for y, x in _data_places(size, version)]
    words = [int("".join(str(int(bit)) for bit in bits[i : i + 8]), 2) for i in range(0, len(bits) - 7, 8)]
    blocks: list[list[int]] = [[] for _ in DATA_BYTES_BY_VERSION[version, level]]
    supply = iter(words)
    for place in range(max(DATA_BYTES_BY_VERSION[version, level])):
        for block, length in zip(blocks, DATA_BYTES_BY_VERSION[version, level], strict=True):
            if place < length:
                block.append(next(supply))
    return _text_of_bits("".join(f"{word:08b}" for block in blocks for word in block))


def _data_places(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Yield the row and the column of each module with data, in the order of the data: in pairs of columns from the
    right, up one pair and down the next.
    """
    for number, right in enumerate(x for x in range(size - 1, 0, -2) for x in (x if x > 6 else x - 1,)):
        for y in range(size) if number % 2 else range(size - 1, -1, -1):
            yield from ((y, x) for x in (right, right - 1) if not _is_pattern_or_format(size, version, y, x))


def _is_pattern_or_format(size: int, version: int, y: int, x: int) -> bool:
    """Return whether a module belongs to the fixed patterns of a code or to its format."""
    corner = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
    middle = size - 7
    return corner or 6 in (x, y) or (version > 1 and abs(y - middle) < 3 and abs(x - middle) < 3)


def _is_masked(mask: int, y: int, x: int) -> bool:
    """Return whether the mask with this number inverts a module."""
    return (
        (y + x) % 2,
        y % 2,
        x % 3,
        (y + x) % 3,
        (y // 2 + x // 3) % 2,
        y * x % 2 + y * x % 3,
        (y * x % 2 + y * x % 3) % 2,
        ((y + x) % 2 + y * x % 3) % 2,
    )[mask] == 0


def _text_of_bits(bits: str) -> str:
    """Return the text that the data bits of a code hold."""
    text, at = "", 0

    def take_bits(count: int) -> int:
        nonlocal at
        at += count
        return int(bits[at - count : at] or "0", 2)

    while (mode := take_bits(4)) != 0:
        if mode == 4:
            text += bytes(take_bits(8) for _ in range(take_bits(8))).decode("utf-8")
        elif mode == 2:
            count = take_bits(9)
            for _ in range(count // 2):
                pair = take_bits(11)
                text += ALPHANUMERIC_CHARACTERS[pair // 45] + ALPHANUMERIC_CHARACTERS[pair % 45]
            text += ALPHANUMERIC_CHARACTERS[take_bits(6)] if count % 2 else ""
        else:
            raise ValueError(f"a part of the code has the mode {mode}")
        if len(bits) - at < 4:
            break
    return text
