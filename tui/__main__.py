"""Runs ``queens`` by ``python -m tui``."""

from tui.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
