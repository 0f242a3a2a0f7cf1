"""engine: games, maps, powers and messages of the stand-in."""
