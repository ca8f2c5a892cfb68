"""The application: which screen is shown."""
