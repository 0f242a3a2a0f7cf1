#!/bin/bash
# tallies: proves that a hostile worker cannot forge how much of a tournament is finished, nor write beyond the games it claims.
# aresctl verify finds tallies that are wrong, and cries at none that are right.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
forged=tallies-$$ other=other-$$
role_make farm_worker worker_$$
ctl tournament create $forged --games 12 --seats random,random --rounds 2
ctl tournament create $other --games 2 --seats random,random --rounds 2
ctl tournament pause $other
worker=$(query "insert into farm.workers (host, pid, supervisor) values ('nowhere', 1, 0) returning id")
as worker_$$ -c "select id from farm.games_claim($worker, 8)" >/dev/null
read -r a b < <(query "select id from farm.games where worker_id = $worker and state = 'claimed' order by id limit 2" | xargs)

progress() { query "select finished, phases from farm.progress where tournament = '$forged'"; }

# A board and an end of a game at a place in the batch; place, phase, phases.
board() { echo "($1, $2, '{}', '', null, null, null, null, null, null, null, null)::farm.written_board"; }
end_of() { echo "($1, null, ${2:-2}, ${3:-1}, '{3}', '{3}', null)::farm.written_end"; }

# write GAMES EPOCHS BOARDS ENDS: as the worker.
write() {
	as worker_$$ -c "select farm.batch_write($worker, true, $1, $2, array[$3]::farm.written_board[], array[$4]::farm.written_end[])"
}

# refuses WHAT PATTERN GAMES EPOCHS BOARDS ENDS: the write is refused, with an error of this pattern, and changes nothing.
refuses() {
	local what=$1 pattern=$2 said
	shift 2
	said=$(write "$@" 2>&1) && same "$what" written refused
	[[ $said =~ $pattern ]] || same "what is said of $what" "$said" "...$pattern..."
	same "boards after $what" "$(query "select count(*) from farm.boards where game_id in ($a, $b)")" 0
	same "progress after $what" "$(progress)" "0|0"
}

test_one_game_is_finished_once() {
	refuses "one game ended a thousand times" "can end" "array[$a]" "'{1}'" "" \
		"$(for i in {1..1000}; do printf '%s%s' "${sep:-}" "$(end_of 1)"; sep=,; done)"
	refuses "one game named twice" "can end" "array[$a, $a]" "'{1,1}'" "" "$(end_of 1), $(end_of 2)"
	refuses "one game ended in two ways" "can end" "array[$a, $b]" "'{1,1}'" "" "$(end_of 1), $(end_of 1 7 5), $(end_of 2)"
}

test_places_outside_of_the_batch() {
	local place
	for place in 0 -1 2 3 2147483647 -2147483648 null; do
		refuses "a board of place $place" "no partition of relation|null value in column" "array[$a]" "'{1}'" "$(board $place 0)" ""
		refuses "an end of place $place" "can end" "array[$a]" "'{1}'" "" "$(end_of $place)"
	done
	refuses "a board that is null" "no partition of relation|null value in column" "array[$a]" "'{1}'" "null" ""
	refuses "an end that is null" "can end" "array[$a]" "'{1}'" "" "null"
}

test_arrays() {
	local foreign
	foreign=$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$other'")
	refuses "fewer epochs than games" "no longer holds" "array[$a, $b]" "'{1}'" "" "$(end_of 2)"
	refuses "a game that is null" "was taken from" "array[$a, null]" "'{1,1}'" "" "$(end_of 1)"
	refuses "a game of nobody" "no longer holds" "array[$a, $foreign]" "'{1,1}'" "" "$(end_of 2)"
	refuses "no games" "can end" "null::bigint[]" "null::int[]" "" "$(end_of 1)"
	refuses "no games, and a board" "no longer holds" "'{}'" "'{}'" "$(board 1 0)" ""
	same "nothing of nothing" "$(write "null" "null" "" "")" ""
}

test_numbers_of_phases() {
	local phases
	for phases in -1 -2147483648 3 2147483647 null; do
		refuses "$phases phases up to F1901M" "can end" "array[$a]" "'{1}'" "" "$(end_of 1 2 $phases)"
	done
	refuses "a phase below 0" "can end" "array[$a]" "'{1}'" "" "$(end_of 1 -5 -5)"
	refuses "a board of a phase below 0" "check constraint" "array[$a]" "'{1}'" "$(board 1 -1)" ""
}

# Arrays of two dimensions, or with other bounds, mean the same games. So a board goes to the tournament of its game.
test_shapes_of_arrays() {
	write "'[-3:-2]={$a,$b}'::bigint[]" "'[7:8]={1,1}'::int[]" "$(board 1 0), $(board 2 1)" ""
	write "array[[$a], [$b]]" "array[[1, 1]]" "$(board 1 2), $(board 2 3)" "$(end_of 2 3 3)"
	same boards "$(query "select game_id - $a, phase, tournament_id = (select tournament_id from farm.games where id = $a)
		from farm.boards where game_id in ($a, $b) order by 1, 2")" "0|0|t
0|2|t
$((b - a))|1|t
$((b - a))|3|t"
	same progress "$(progress)" "1|3"
	refused_twice "array[$b]" "$(end_of 1)"
	same "progress after another end" "$(progress)" "1|3"
}
refused_twice() {
	local said
	said=$(write "$1" "'{1}'" "" "$2" 2>&1) && same "the second end" written refused
	[[ $said =~ 'no longer holds' ]]
}

# A worker has no other way to the tallies.
test_no_other_way() {
	local sql
	for sql in "insert into farm.tallies select id, 1, 9, 9 from farm.tournaments" "update farm.tallies set finished = 9" \
		"delete from farm.tallies" "update farm.games set phases = 9"; do
		as worker_$$ -c "$sql" 2>&1 | grep -q "permission denied" || same "$sql" done refused
	done
}

# tally_said [OPTION]: the line about tallies that verify prints for the tournament, and its last line.
tally_said() { (ctl verify $good "$@" || [ $? = 1 ]) | sed 's/worker [0-9]*/worker N/'; }

# Games that were cancelled, put aside and retried, restored from a backup, or finished by several workers are counted rightly.
test_verify_checks_tallies() {
	good=good-$$
	local agree
	ctl tournament create $good --games 20 --seats random,random --rounds 2
	ctl game quarantine $good/3
	ctl game cancel $good/4
	as worker_$$ -c "select farm.workers_leave(array[$worker::bigint])" >/dev/null
	cancel $forged
	aresd --until-done --workers 3
	ctl game retry $good/3
	ctl game retry $good/4
	ctl game cancel $good/4
	aresd --until-done
	agree=$(ctl verify $good)
	same "what verify says" "$agree" "19 games, 38 phases: all agree"

	query "update farm.tallies set finished = finished + 1000, phases = phases - 1 where ctid = (select min(ctid) from farm.tallies
		where tournament_id = (select id from farm.tournaments where name = '$good'))"
	[[ $(tally_said) =~ ^"$good: worker N is tallied with 10"[0-9][0-9]" games of "[0-9]+" phases, it finished "[0-9]+" of "[0-9]+.*"$agree; 1 tally differs"$ ]] ||
		same "what verify says of a tally" "$(tally_said)" "..."
	same "as JSON" "$(tally_said --json | tail -1)" '{"games":19,"phases":38,"differ":0,"without_digest":0,"tallies_differ":1,"secret":0}'
	ctl verify $good/1 >/dev/null

	# nobody knows the workers of what was restored: then the sums count
	query "update farm.games set worker_id = null where state = 'finished'
		and tournament_id = (select id from farm.tournaments where name = '$good')"
	same "what verify says of the sum" "$(tally_said)" \
		"$good: the workers are tallied with 1019 games of 37 phases, they finished 19 of 38
$agree; 1 tally differs"
	query "update farm.tallies set finished = finished - 1000, phases = phases + 1 where finished > 1000"
	same "what verify says of the right sum" "$(tally_said)" "$agree"
	query "delete from farm.tallies where tournament_id = (select id from farm.tournaments where name = '$good')"
	same "what verify says of no tallies" "$(tally_said | head -1)" \
		"$good: the workers are tallied with 0 games of 0 phases, they finished 19 of 38"
	ctl tournament drop --yes $good
	(ctl verify || true) | grep -q "~" && same "dropped tournaments" verified "not verified" || true
}

# What these tests wrote is no game.
test_clean_up() {
	ctl tournament drop --yes $forged
	ctl tournament drop --yes $other
	query "select farm.sweep(100); delete from farm.workers where id = $worker" >/dev/null
}

run_tests
