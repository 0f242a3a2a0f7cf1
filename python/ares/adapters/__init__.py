"""adapters: games of ares under interfaces that others have defined. Each module imports the
package of its interface only when it is used."""
