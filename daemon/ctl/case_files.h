/* case_files: case files as subcommands read them, and the judge and the rules they name. Where a
 * function here says no, the reason is printed. */
#ifndef ARESFARM_CTL_CASE_FILES_H
#define ARESFARM_CTL_CASE_FILES_H

#include "ctl.h"
#include "formats/trial.h"

/* Input is read in large blocks and fed to the reader of lib/cases as whole lines, so that a
 * million cases go through a pipe at the judge's own speed. */
struct case_source {
	const char *command; /* whose messages these are */
	const struct map *map;
	/* Is shown each case, and the file it is from; false ends it all. */
	bool (*take)(void *context, const char *file, const struct test_case *c);
	void *context;
};

/* Reads a whole file; "-" is standard input. False, too, when take says so. */
__attribute__((warn_unused_result)) bool ctl_cases_read(const struct case_source *source,
                                                        const char *name);

__attribute__((warn_unused_result)) bool ctl_cases_map(const char *command, struct map *map);
__attribute__((warn_unused_result)) bool ctl_cases_rules(const char *command, const char *name,
                                                         const struct rules **rules);
__attribute__((warn_unused_result)) bool ctl_cases_judge(const char *command, const char *name,
                                                         const struct judge **judge);

#endif
