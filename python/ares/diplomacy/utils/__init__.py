"""utils: values that make up a game."""
