"""What a person sees: screens, boards, cards, the line mode and the command line."""
