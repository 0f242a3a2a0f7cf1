"""version: the version of the package, which is that of the farm."""
VERSION = "0.1.0"
