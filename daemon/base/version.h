/* version: the version of aresfarm, for --version, the man pages, the log and farm.workers. NEWS.md
 * says what it brought.
 */
#ifndef ARESFARM_VERSION_H
#define ARESFARM_VERSION_H

#define ARESFARM_VERSION "0.1.0"

/* The commit that the program was built of: "74f39951c1f2"; "74f39951c1f2-dirty" where its sources
 * differ from it; "unknown" where nobody could tell. deploy/commit.sh finds it. The Makefile links
 * it into the programs only, so that a commit links nothing else anew: tests are "unknown". */
extern const char version_commit[];

/* Version and commit: "0.1.0 (commit 74f39951c1f2)". */
const char *version_text(void);

#endif
