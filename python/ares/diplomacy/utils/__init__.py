"""utils: values that games of the stand-in are made of."""
