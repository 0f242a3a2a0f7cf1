/* version: the version of aresfarm, for --version, the man pages, the log and farm.workers. NEWS.md
 * describes the versions. */
#ifndef ARESFARM_VERSION_H
#define ARESFARM_VERSION_H

#define ARESFARM_VERSION "0.1.0"

/* The commit that the program was built from: "74f39951c1f2"; "74f39951c1f2-dirty" if the sources
 * differ from it; or "unknown". deploy/commit.sh finds it. The Makefile links it only into the
 * programs, so that a commit does not relink anything else: in tests it is "unknown". */
extern const char version_commit[];

/* Version and commit: "0.1.0 (commit 74f39951c1f2)". */
const char *version_text(void);

#endif
