"""The screens: what a person sees, one file and one style sheet each. Snapshots come in, intents go out."""
