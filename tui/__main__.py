"""``python -m tui`` does what ``queens`` does."""

from tui.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
