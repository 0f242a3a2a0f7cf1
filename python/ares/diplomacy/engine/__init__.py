"""engine: games, maps, powers and messages with the interface of the package diplomacy."""
