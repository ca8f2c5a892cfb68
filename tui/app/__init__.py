"""The Textual application: it decides which screen is shown."""
