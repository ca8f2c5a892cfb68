"""The build: pyproject.toml says what is built; this adds the manual page, made from the parser, to the sdist."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
"""The folder of the sources."""


class SdistWithManual(sdist):
    """An sdist with the manual page `queens.6`."""

    def make_release_tree(self, base_dir, files):
        """Make the tree of the release, with the manual page beside its `pyproject.toml`."""
        super().make_release_tree(base_dir, files)
        sys.path.insert(0, str(ROOT))
        from tui.cli.arguments import parser
        from tui.cli.manual import manual_page

        text = manual_page(parser(), self.distribution.get_version())
        Path(base_dir, "queens.6").write_text(text, encoding="utf-8")


setup(cmdclass={"sdist": SdistWithManual})
