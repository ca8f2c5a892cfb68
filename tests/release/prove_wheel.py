"""Build an sdist and a wheel of this checkout, install the wheel alone in a new environment, and play from it.

    python tests/release/prove_wheel.py            builds in a folder of its own, which is deleted afterwards
    python tests/release/prove_wheel.py --to DIST  also keeps both files in DIST

Needs `build` (in the extra ``test``) and a package index. What must work: a match of every game to its end in the line
mode, every rulebook, and the home screen and a board of the full-screen program with their style sheets.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from pathlib import Path
from typing import Final

REPOSITORY_ROOT: Final = Path(__file__).parents[2]
"""The root folder of the repository."""
MAX_SCREEN_WAIT_SECONDS: Final = 120.0
"""Longest time that a screen may take to appear, on a slow and busy machine."""


def main() -> None:
    """Build the wheel, install it and play from it; raises `SystemExit` with one sentence if something fails."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--to", type=Path, help="keep the sdist and the wheel in this folder")
    to: Path | None = arguments.parse_args().to
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wheel, sdist = build_distributions(place / "dist")
        check_contents(wheel, sdist)
        program = install_wheel(wheel, place / "venv")
        elsewhere = place / "elsewhere"
        elsewhere.mkdir()
        check_line_mode(program, elsewhere)
        check_screens(program, elsewhere)
        if to is not None:
            to.mkdir(parents=True, exist_ok=True)
            for made in (wheel, sdist):
                shutil.copy(made, to)
        print(f"{wheel.name} and {sdist.name}: built, installed alone, played")


def build_distributions(folder: Path) -> tuple[Path, Path]:
    """Build an sdist and a wheel from a copy of the files in git, so that nothing of an old build gets in.

    Return the paths of the wheel and the sdist.
    """
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY_ROOT, capture_output=True, check=True).stdout
    source = folder.parent / "source"
    for name in listed.decode().split("\0"):
        if name and (REPOSITORY_ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY_ROOT / name, source / name)
    run_command(sys.executable, "-m", "build", "--outdir", str(folder), str(source))
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def check_contents(wheel: Path, sdist: Path) -> None:
    """Check that the wheel contains every file that the program reads, and the sdist these files and the manual
    page.
    """
    data = {
        path.relative_to(REPOSITORY_ROOT).as_posix()
        for layer in ("core", "net", "tui")
        for pattern in ("*.py", "*.tcss", "RULES.md", "web/page/*")
        for path in (REPOSITORY_ROOT / layer).rglob(pattern)
    }
    with zipfile.ZipFile(wheel) as archive:
        missing = data - set(archive.namelist())
    with tarfile.open(sdist) as archive:
        missing |= {*data, "queens.6"} - {name.partition("/")[2] for name in archive.getnames()}
    if missing:
        raise SystemExit(f"not in the wheel or the sdist: {', '.join(sorted(missing))}")


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Install the wheel and what it needs into a new environment; return the path of its `queens`."""
    venv.create(folder, with_pip=True)
    run_command(str(folder / "bin" / "pip"), "install", "--quiet", str(wheel))
    return folder / "bin" / "queens"


def check_line_mode(program: Path, folder: Path) -> None:
    """Print every rulebook, and play a match of every game to its end by the first choice of every menu."""
    games = run_command(str(program), "rules", folder=folder)
    slugs = re.findall(r"^\s*([a-z]+(?:-[a-z]+)+)\b", games, re.MULTILINE)
    for game in slugs:
        if len(run_command(str(program), "rules", game, folder=folder)) < 1000:
            raise SystemExit(f"no rulebook of {game}")
        run_command(str(program), "play", game, "--plain", "--seed", "7", folder=folder, typed="1\n" * 600)
        if not json.loads(run_command(str(program), "history", "--game", game, "--json", folder=folder)):
            raise SystemExit(f"no match of {game} came to its end")
    if not slugs:
        raise SystemExit(f"no games are listed:\n{games}")


def check_screens(program: Path, folder: Path) -> None:
    """Start the full-screen program, on the home screen and in a match, and wait for a text of each screen."""
    for arguments, text in (((), b"Settings"), (("play", "mad-queens", "--seed", "7"), b"Reveal")):
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.environ.update(program_environment(folder), TERM="xterm-256color", COLUMNS="80", LINES="24")
            os.execv(program, [str(program), *arguments])
        try:
            read_until(terminal, text)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)


def read_until(terminal: int, text: bytes) -> None:
    """Read a terminal until `text` appears; raises `SystemExit` if it does not in time."""
    written, end = b"", time.monotonic() + MAX_SCREEN_WAIT_SECONDS
    while text not in written:
        if not select.select([terminal], [], [], max(end - time.monotonic(), 0))[0]:
            raise SystemExit(f"{text!r} did not appear: {written[-2000:]!r}")
        try:
            written += os.read(terminal, 65536)
        except OSError:
            raise SystemExit(f"the program ended before {text!r} appeared: {written[-2000:]!r}") from None


def program_environment(folder: Path) -> dict[str, str]:
    """Return the environment variables for the installed program: no path into the checkout, and `folder` for its
    data.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return {**kept, "QUEENS_DATA": str(folder / "data")}


def run_command(*command: str, folder: Path | None = None, typed: str = "") -> str:
    """Run a command and return what it prints; raises `SystemExit` with its errors if it fails."""
    outside = program_environment(folder) if folder else None
    done = subprocess.run(command, cwd=folder, env=outside, input=typed, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
