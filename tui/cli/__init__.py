"""What each command of the command line does (`tui.cli` says which one is wanted)."""
