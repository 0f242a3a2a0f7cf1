#!/bin/bash
# digests: what aresctl init notes of the schema's texts. Programs whose own texts differ are refused, and told what to do.
# aresctl_edited has another baseline, aresctl_other another function, aresctl_later one change more.
. tests/suite.sh

ctl init >/dev/null
edited() { "$B/aresctl_edited" ${CONNINFO:+-d "$CONNINFO"} "$@"; }
other() { "$B/aresctl_other" ${CONNINFO:+-d "$CONNINFO"} "$@"; }

# versions: the changes that the database has, and whether each has a digest.
versions() { query "select version, digest is not null from farm.schema_version order by version" | paste -sd' '; }

test_every_text_has_its_digest() {
	same versions "$(versions)" "$( (echo 0; ls schema/[0-9]*.sql) | sed 's/.*\/0*\([0-9]*\)_.*/\1/' | uniq | sed 's/$/|t/' | paste -sd' ')"
	same "digests that two texts share" "$(query "select count(*) - count(distinct digest) from farm.schema_version")" 0
}

# A change that was edited after it was applied is refused by every command, and init changes nothing.
test_edited_change_is_refused() {
	local before
	before=$(query "select string_agg(v::text, ' ' order by version) from farm.schema_version v")
	refused "001_baseline.sql was changed after it was applied to this database" edited init
	refused "001_baseline.sql was changed after it was applied to this database" edited tournament list
	refused "001_baseline.sql was changed after it was applied to this database" edited alive
	same "farm.schema_version" "$(query "select string_agg(v::text, ' ' order by version) from farm.schema_version v")" "$before"
	ctl tournament list
}

# A program with other functions is told to run its init. After that the first one is told so, aresd too.
test_other_functions_are_refused() {
	local what="the functions in the database are not this program's (aresfarm "
	refused "$what" other tournament list
	other init
	other tournament list
	refused "$what" ctl tournament list
	refused "run aresctl init of this aresfarm, or use the one that made them" ctl verify
	refused "$what" aresd --until-done
	ctl init
	ctl tournament list
	refused "$what" other tournament list
}

# A database of version 1 has no digests. It is told to init; that trusts what it finds.
test_first_sight() {
	local database=aresfarm_digests_$$ here=${CONNINFO:-}
	other_database $database
	trap "CONNINFO='$here' query 'drop database $database with (force)'" EXIT
	CONNINFO=$conninfo
	cat schema/001_*.sql tests/db/farm_1.sql | ctl psql -Xq1 -v ON_ERROR_STOP=1 -o /dev/null
	refused "lacks 002_" ctl tournament list
	ctl init >/dev/null
	test_every_text_has_its_digest
	refused "001_baseline.sql was changed" edited tournament list
	ctl tournament list >/dev/null
}

# Workers play on after an init of other functions. Those that lose their connection then are refused: they say so and try
# again, some seconds apart. After an init of theirs they go on, and all comes out the same.
test_workers_after_another_init() {
	local name digest log=$B/digests.$$.log
	for name in calm stirred; do
		ctl tournament create $name-$$ --games 400 --seats random,random --rounds 40 --seed "$SEED"
	done
	ctl tournament pause stirred-$$
	aresd --until-done --workers 2
	digest=$(ctl tournament digest calm-$$)
	ctl tournament resume stirred-$$
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers 2 --batch 4 2>"$log" &
	daemon=$!
	trap 'kill $daemon 2>/dev/null || true; rm -f "$B/digests.$$.log"; ctl init' EXIT
	wait_for 20 holds "finished > 5 from farm.progress where tournament = 'stirred-$$'"
	other init
	same "what is said while they play" "$(went_wrong "$log")" ""
	query "select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^aresd' and datname = current_database()" >/dev/null
	wait_for 10 grep -q "given up, trying again:  *the functions in the database are not this program's" "$log"
	sleep 2
	[ "$(wc -l <"$log")" -lt 30 ] || same "lines logged" "$(wc -l <"$log")" "fewer than 30"
	ctl init
	wait_for 30 holds "finished = games from farm.progress where tournament = 'stirred-$$'"
	wait $daemon
	same digest "$(ctl tournament digest stirred-$$)" "$digest"
}

run_tests
