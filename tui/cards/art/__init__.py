"""The pictures on the cards, as editable text."""
