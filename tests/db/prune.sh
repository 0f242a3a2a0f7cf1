#!/bin/bash
# prune: proves that aresctl prune drops what is old and asked for, and nothing that is played or could be; that its backups come
# first; and that disk space comes back.
#
# SEED=1 draws the games. The tournaments of other suites are younger than those here.
. tests/suite.sh

ctl init >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tournament() { ctl tournament create "$1-$$" --games "${2:-2}" --seats random,dumbbot --rules standard --rounds 4 --seed "$SEED"; }

# aged NAME...: all that happened in these tournaments, it happened 40 days ago.
aged() {
	query "update farm.games g set claimed_at = claimed_at - interval '40 d', finished_at = finished_at - interval '40 d'
		from farm.tournaments t where t.id = tournament_id and t.name in ($(printf "'%s-$$'," "$@") '');
		update farm.tournaments set created_at = created_at - interval '40 d' where name in ($(printf "'%s-$$'," "$@") '')"
}
there() { query "select string_agg(split_part(name, '-', 1), ' ' order by name) from farm.tournaments where name like '%-$$' and not dropped"; }
listed() { loud prune --older-than "$1" --dry-run "${@:2}" | sed -n "s/-$$: \([a-z]*\), nothing since .*/ \1/p" | sort | paste -sd,; }

for name in old fresh halted thrown aside paused judged; do tournament $name; done
ctl tournament pause paused-$$
query "update farm.games g set state = 'cancelled', finished_at = now() from farm.tournaments t
	where t.id = tournament_id and number = 2 and t.name in ('thrown-$$');
	update farm.games g set state = 'quarantined', finished_at = now(), reason = 'x' from farm.tournaments t
	where t.id = tournament_id and number = 2 and t.name in ('aside-$$')"
aresd --until-done 2>/dev/null
tournament open
aged old halted thrown aside paused open

# What is listed, by its state; dry runs and refusals change nothing.
test_listed() {
	local before
	before=$(there)
	same "finished" "$(listed 30d)" "halted finished,old finished"
	same "nothing is 41 days old" "$(listed 41d)" ""
	same "cancelled" "$(listed 30d --state cancelled)" "thrown cancelled"
	same "quarantined" "$(listed 30d --state quarantined)" "aside quarantined"
	same "paused" "$(listed 30d --state paused)" "paused paused"
	same "any" "$(listed 30d --state any)" "aside quarantined,halted finished,old finished,paused paused,thrown cancelled"
	same "nothing" "$(loud prune --older-than 41d --yes)" "nothing is so old"
	refused "prune: not done: --yes is missing, and there is no terminal to ask on" ctl prune --older-than 30d </dev/null
	refused "--older-than" ctl prune
	refused "--older-than 30: must be" ctl prune --older-than 30
	refused "--state gone: must be finished, cancelled, quarantined, waiting, paused or any" ctl prune --older-than 30d --state gone
	refused "--backup $folder/none: is no folder to write to" ctl prune --older-than 30d --backup "$folder/none" --yes
	same "tournaments" "$(there)" "$before"
}

# Games that wait for a role only, such as of a person who never came.
test_waiting() {
	ctl tournament create waits-$$ --games 1 --seats "@$(query "select current_user"),random" --rules standard --rounds 4 2>/dev/null
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true; ctl tournament drop waits-$$ --yes 2>/dev/null || true' EXIT
	wait_for 20 holds "count(*) = 1 from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'waits-$$' and g.state = 'waiting'"
	kill -TERM $daemon
	wait $daemon
	aged waits
	same "finished" "$(listed 30d)" "halted finished,old finished"
	same "waiting" "$(listed 30d --state waiting)" "waits waiting"
}

# A backup that fails keeps what it is of; one that is there brings it back.
test_backed_up() {
	local digest id status=0
	digest=$(ctl tournament digest old-$$)
	id=$(query "select id from farm.tournaments where name = 'old-$$'")
	(trap '' XFSZ; ulimit -f 0; ctl prune --older-than 30d --backup "$folder" --yes) 2>"$folder/said" >/dev/null || status=$?
	same "status without room" $status 2
	same "files without room" "$(ls "$folder")" said
	case " $(there) " in *" halted "*" old "*) ;; *) same "tournaments" "$(there)" "... halted ... old ..." ;; esac
	ctl prune --older-than 30d --backup "$folder" --yes >/dev/null
	case " $(there) " in *" halted "* | *" old "*) same "tournaments" "$(there)" "neither halted nor old" ;; esac
	ctl restore "$folder/old-$$.$id.backup.zst"
	same "digest" "$(ctl tournament digest old-$$)" "$digest"
	same "what is restored is not old" "$(listed 30d)" ""
}

# What was dropped has no boards, games or name any more, without any aresd. All else is as it was.
test_dropped() {
	local id
	aged old
	id=$(query "select id from farm.tournaments where name = 'old-$$'")
	holds "to_regclass('farm.boards_$id') is not null"
	loud prune --older-than 30d --yes >"$folder/said"
	grep -q '^1 tournament with 2 games dropped; the database is smaller by [0-9.]* MB$' "$folder/said"
	holds "to_regclass('farm.boards_$id') is null and not exists (select from farm.games where tournament_id = $id)
		and not exists (select from farm.tournaments where id = $id) and not exists (select from farm.summaries where tournament_id = $id)"
	same "tournaments" "$(there)" "aside fresh judged open paused thrown"
}

# A reader who can still see them: they go, and their boards later. Nobody waits for that.
test_reader() {
	aged judged
	held "set transaction isolation level repeatable read; select from farm.boards limit 1"
	loud prune --older-than 30d --yes >"$folder/said"
	let_go
	grep -q '^the boards of 1 of them go once no transaction is left that can see them, and an aresd runs$' "$folder/said"
	wait_for 20 eval 'query "select farm.sweep(100)" >/dev/null; holds "not exists (select from farm.tournaments where dropped)"'
	same "tournaments" "$(there)" "aside fresh open paused thrown"
}

# Somebody goes on with it while it is about to be dropped: it stays.
test_goes_on() {
	local id
	id=$(query "select id from farm.tournaments where name = 'paused-$$'")
	held "update farm.tournaments set paused = false where name = 'paused-$$'"
	query "select farm.tournament_prune($id, '30 d', 'paused')" >"$folder/pruned" &
	wait_for 10 holds "count(*) > 0 from pg_stat_activity where wait_event_type = 'Lock' and query like '%tournament_prune(%'"
	let_go
	wait $!
	same "dropped" "$(cat "$folder/pruned")" f
	same "tournaments" "$(there)" "aside fresh open paused thrown"
	cancel paused-$$
}

# Only the owner may; and a terminal is asked.
test_rights_and_terminal() {
	local role=prunes_$$ said
	query "create role $role in role farm_reader"
	trap "query 'drop role $role'" EXIT
	PGOPTIONS="-c role=$role" refused "prune: only the owner of the farm may drop tournaments" ctl prune --older-than 30d --yes
	cancel open-$$
	said=$(python3 tests/terminal.py 100x24 'y/N' 'n^M' -- "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} prune --older-than 30d --state quarantined)
	case $said in *"drop 1 tournament with 2 games? [y/N] "*"nothing is dropped"*) ;; *) same "the terminal" "$said" "...nothing is dropped" ;; esac
	same "tournaments" "$(there)" "aside fresh open paused thrown"
}

run_tests
