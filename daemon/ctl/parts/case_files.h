/* case_files: case files as commands read them, and the arguments and options that go with them. */
#ifndef ARESFARM_CTL_CASE_FILES_H
#define ARESFARM_CTL_CASE_FILES_H

#include "ctl.h"
#include "formats/cases/trial.h"
#include "names.h"

/* Input is read in large blocks and passed as whole lines to the reader of formats/cases.h, so that
 * reading a pipe does not slow the judge. */
struct case_source {
	const char *command;   /* the messages begin with its name */
	const struct map *map; /* of cases that name none, or map_name */
	const char *map_name;
	bool bare; /* a phase may lack all of its expect lines */
	/* Called with each case and its file. */
	void (*take)(void *context, const char *file, const struct test_case *c);
	void *context;
};

/* A map of the program that a case names, or NULL. It is valid until eight others are named. */
const struct map *case_files_find_map(const char *name);

/* Reads a file, which has a case or more; "-" is standard input. What is wrong ends the program. */
void case_files_read(const struct case_source *source, const char *name);

#define CASE_FILES(variable)                                                                       \
	ARGUMENTS("FILE.cases", &(variable), "a file of test cases; - is standard input",              \
	          .files = "*.cases", .required = true)
#define CASE_RULES(variable)                                                                       \
	OPTION_TEXT("rules", "RULES", &(variable), "play every case by this rule set",                 \
	            .choice = names_rules, .otherwise = "as the profile of each case says")
#define CASE_MAP(variable)                                                                         \
	OPTION_TEXT("map", "MAP", &(variable), "the map of cases that name none", .hint = names_maps,  \
	            .normal = "standard")
#define CASE_JUDGE(variable)                                                                       \
	OPTION_TEXT("judge", "JUDGE", &(variable), "the judge to ask", .choice = names_judges,         \
	            .normal = "atlas")

#endif
