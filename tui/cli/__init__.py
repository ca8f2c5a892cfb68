"""The command line: `main` runs ``queens``; other folders import nothing from here."""
