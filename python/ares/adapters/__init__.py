"""adapters: games of ares behind the interfaces of other packages. Each module imports the package
of its interface only when it is used."""
