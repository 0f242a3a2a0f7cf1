/* law: the options by name. */
#include "law.h"

#include <stddef.h>

#define VALUES(...)                                                                                \
	sizeof(struct law_value[]){__VA_ARGS__} / sizeof(struct law_value),                            \
	{                                                                                              \
		__VA_ARGS__                                                                                \
	}
#define OPTION(field, datc, ...)                                                                   \
	{                                                                                              \
#field, datc, offsetof(struct law, field), VALUES(__VA_ARGS__)                             \
	}

const struct law_option law_options[] = {
	OPTION(routes, "4.A.1", {"any_open", "b"}, {"all_open", "a"}),
	OPTION(paradox, "4.A.2", {"szykman", "d"}, {"all_hold", "e"}, {"sustain", ""}),
	OPTION(convoy_cut, "4.A.2", {"all", ""}, {"1971", "a"}, {"1982", "b"}, {"2000", "c"},
           {"thesis", ""}),
	OPTION(intent, "4.A.3", {"own_fleet", "d"}, {"via", "e"}, {"via_always", "f"}, {"convoy", "a"},
           {"swap", "b"}, {"either", "c"}),
	OPTION(fallback, "4.A.3", {"land", "2.4"}, {"none", "3.0"}),
	OPTION(needless, "4.A.3", {"valid", "2.4"}, {"illegal", "3.0"}),
	OPTION(self_cut, "4.A.4", {"no", "a"}, {"yes", "b"}),
	OPTION(origin, "4.A.5", {"open", "b"}, {"barred", "a"}),
	OPTION(victim, "4.A.7", {"bounces", "b"}, {"powerless", "a"}),
	OPTION(coast_open, "4.B.1", {"fails", "a"}, {"default", "b"}),
	OPTION(coast_single, "4.B.2", {"inferred", "a"}, {"fails", "c"}, {"default", "b"}),
	OPTION(coast_wrong, "4.B.3", {"fails", "b"}, {"inferred", "a"}),
	OPTION(coast_support, "4.B.4", {"optional", "d"}, {"named", "a"}, {"own", "3.0"},
           {"single", "c"}, {"default", "b"}, {"ignored", "e"}),
	OPTION(coast_unit, "4.B.5", {"ignored", "b"}, {"fails", "a"}),
	OPTION(coast_needless, "4.B.6", {"ignored", "b"}, {"fails", "a"}),
	OPTION(coast_build, "4.B.7", {"fails", "a"}, {"default", "b"}),
	OPTION(type_missing, "4.C.1", {"valid", "b"}, {"refused", "a"}, {"yields", "c"}),
	OPTION(type_wrong, "4.C.2", {"valid", "b"}, {"refused", "a"}, {"yields", "c"}),
	OPTION(type_build, "4.C.3", {"coast", "c"}, {"inland", "b"}, {"fails", "a"}),
	OPTION(fleet_inland, "4.C.4", {"fails", "a"}, {"army", "b"}),
	OPTION(repeated, "4.D.3", {"void", "c"}, {"first", "a"}, {"last", "b"}, {"strict", ""}),
	OPTION(surplus_builds, "4.D.4", {"first", "b"}, {"last", "c"}, {"none", "a"}),
	OPTION(same_builds, "4.D.5", {"first", "b"}, {"last", "c"}, {"none", "a"}),
	OPTION(surplus_removals, "4.D.6", {"first", "b"}, {"last", "c"}, {"none", "a"}),
	OPTION(waive, "4.D.7", {"allowed", "a"}, {"illegal", "b"}),
	OPTION(disorder, "4.D.8", {"home", "d"}, {"owned", "3.0"}, {"anywhere", "e"}, {"convoy", "a"},
           {"own_convoy", "b"}, {"any_convoy", "c"}),
	OPTION(disorder_support, "4.D.9", {"valid", "b"}, {"refused", "a"}),
	OPTION(illegal, "4.E.1", {"now", "d"}, {"ever", "c"}, {"never", "a, b"}),
	OPTION(implicit, "4.E.3", {"no", "b"}, {"yes", "a"}),
	OPTION(self_support, "", {"idle", ""}, {"fails", ""}),
	{.name = NULL},
};

uint8_t law_get(const struct law *law, const struct law_option *option)
{
	return ((const uint8_t *)law)[option->offset];
}
