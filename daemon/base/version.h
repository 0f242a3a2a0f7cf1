/* version: the version of aresfarm, for --version and the man pages. NEWS.md says what it brought.
 */
#ifndef ARESFARM_VERSION_H
#define ARESFARM_VERSION_H

#define ARESFARM_VERSION "0.1.0"

#endif
