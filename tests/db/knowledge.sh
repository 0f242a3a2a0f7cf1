#!/bin/bash
# knowledge: proves that what players share is given and taken as it was, that the farm forgets what is used least, and that games are
# the same with all of it, some, or none.
. tests/suite.sh

ctl init >/dev/null
map=$(query "select id from farm.maps where name = 'standard'")
kind=squares-$$

# give KEY VALUE USES...: gives values of one byte.
give() {
	local rows=
	for ((; $# >= 3; )); do
		rows+="${rows:+, }($map, '$kind', '\\x$1', '\\x$2', $3)::farm.written_value"
		shift 3
	done
	query "select farm.knowledge_give(array[$rows], '{}')"
}
# taken NEWEST BYTES: the keys and values.
taken() { query "select string_agg(encode(key, 'hex') || encode(value, 'hex'), ' ') from farm.knowledge_take($map, '$kind', $1, $2)"; }
newest() { query "select max(id) from farm.knowledge where kind = '$kind'"; }

test_given_is_taken() {
	give 01 a1 0 02 a2 5 03 a3 2
	same "what was used most comes first" "$(taken 0 100000)" '02a2 03a3 01a1'
	local last
	last=$(newest)
	give 03 a3 9 04 a4 0
	same "uses are added" "$(taken 0 100000)" '03a3 02a2 04a4 01a1'
	same "what is new" "$(taken "$last" 100000)" '04a4'
	same "as much as there is room for" "$(taken 0 1200)" '03a3 02a2'
}

# A value that two workers found at once is given twice, also in one gift.
test_given_twice() {
	give 05 a5 1 05 a5 2
	same "the uses of both" "$(query "select uses from farm.knowledge where kind = '$kind' and key = '\\x05'")" 3
}

test_forgets_what_is_used_least() {
	local all
	all=$(query "select count(*) from farm.knowledge")
	query "insert into farm.knowledge (map_id, kind, key, value, uses)
		select $map, 'many-$$', int4send(n), '\\x00', 1000 + n from generate_series(1, 100) n" >/dev/null
	same "nothing is forgotten" "$(query "select farm.knowledge_bound($((all + 100)))")" 0
	same "how many are forgotten" "$(query "select farm.knowledge_bound(80)")" $((all + 100 - 80 + 8))
	same "which are left" "$(query "select count(*), min(uses) from farm.knowledge")" '72|1029'
	ctl knowledge drop many-$$
	same "after drop" "$(query "select count(*) from farm.knowledge")" 0
}

# tournament NAME: Spring 1901 and the years behind it, by players who share.
tournament() {
	ctl tournament create "$1-$$" --games 2 --seats 'blackmane(depth=2,sets=16),random' --rules standard --rounds 8 --seed "$SEED"
}
# lookups NAME: how often they looked for a value, and how often it was known.
lookups() {
	query "select sum(asked) || '|' || sum(known) from farm.lookups l join farm.tournaments t on t.id = l.tournament_id
		where t.name = '$1-$$'"
}

# The terms are the same but for the name, so the digests of the games are.
test_games_are_the_same() {
	local empty full none asked known unknown
	ctl knowledge drop
	tournament empty
	empty=$(play empty-$$ --workers 2 | cut -d' ' -f2)
	[ "$(query "select count(*) > 0 from farm.knowledge")" = t ]
	tournament full
	full=$(play full-$$ --workers 1 | cut -d' ' -f2)
	same "games with all that is known, and those before" "$full" "$empty"
	tournament none
	none=$(play none-$$ --workers 1 --knowledge 0 | cut -d' ' -f2)
	same "games without, and those before" "$none" "$empty"
	same "lookups without" "$(lookups none)" ""
	IFS='|' read -r asked known <<<"$(lookups empty)"
	unknown=$((asked - known))
	IFS='|' read -r asked known <<<"$(lookups full)"
	[ $((asked - known)) -lt $unknown ] || same "lookups that were not known, the second time" $((asked - known)) "fewer than $unknown"
	ctl knowledge list | grep -q '^standard  *blackmane'
	ctl verify --players full-$$
}

# A database that refuses what is shared stops nobody, and is said once.
test_refused() {
	local log calm
	calm=$(digests empty-$$ | cut -d' ' -f2)
	ctl knowledge drop
	query "alter table farm.knowledge add constraint nothing check (false)"
	tournament refused
	log=$(mktemp)
	same "games, and those before" "$(play refused-$$ --workers 1 2>"$log" | cut -d' ' -f2)" "$calm"
	query "alter table farm.knowledge drop constraint nothing"
	same "warnings" "$(went_wrong "$log" | grep -c 'what players share is not exchanged; games go on: 23514')" 1
	rm "$log"
}

run_tests
