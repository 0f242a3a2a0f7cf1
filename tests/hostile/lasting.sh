#!/bin/bash
# lasting: proves that an error which stays is settled. One game's error puts that game aside, with a reason that a person
# understands, and the others are played as if it were not there. An error of the server or the schema puts no game aside.
#
# Breaks games in the database, each in another way, among ten that are well. SEED=1 draws the games.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
log=$hostile_dir/aresd.log

create() { ctl tournament create "$1" --games "${2:-11}" --seats random,random --rounds 20 --seed "$SEED" >/dev/null; }

# start WORKERS OPTION...: aresd, until everything is played or put aside.
start() { "$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers "$@" 2>"$log" & daemon=$!; }

# ended SECONDS: aresd ends within this time.
ended() { ends "$1" $daemon || { tail -5 "$log"; return 1; }; }

# break_game SQL TOURNAMENT NUMBER: runs SQL; GAME in it is the game's id.
break_game() {
	local id
	id=$(query "select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$2' and g.number = $3")
	query "${1//GAME/$id}"
}

# states TOURNAMENT: how many games are finished, and how many put aside.
states() { query "select finished, quarantined from farm.progress where tournament = '$1'"; }

# reasons TOURNAMENT: why its games were put aside.
reasons() {
	query "select distinct regexp_replace(reason, 'retry \d+', 'retry GAME') from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = '$1' and g.state = 'quarantined'"
}

# others TOURNAMENT: the digest of all games but the fourth.
others() {
	query "select encode(sha256(string_agg(g.digest, ''::bytea order by g.number)), 'hex')
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1' and g.number <> 4"
}

create undisturbed-$$
start 1
ended 20
undisturbed=$(others undisturbed-$$)

# culprit NAME REASON SQL: breaks game 4 by SQL. That game is put aside with this reason, a pattern. The others come out as in
# the undisturbed tournament. One worker has five games in a claim; three workers have one or two.
culprit() {
	local workers name
	for workers in ${4:-1}; do
		name=$1-$workers-$$
		create "$name"
		break_game "$3" "$name" 4
		start $workers
		ended 10
		same "finished and put aside" "$(states "$name")" "10|1"
		same "the others' digests" "$(others "$name")" "$undisturbed"
		grep -qxE "$2" <<<"$(reasons "$name")" || same "reason" "$(reasons "$name")" "$2"
		same "lines about trying again" "$(grep -c 'trying again' "$log" || true)" 0
	done
}

# A board of another game, as a board of GAME.
foreign_board() {
	echo "insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage, think_ns,
			forecasts, capped)
		select g.tournament_id, g.id, $1, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage, b.think_ns, b.forecasts,
		       b.capped
		from farm.games g, farm.boards b
		where g.id = GAME and b.phase = 0 and b.game_id = (
			select u.id from farm.games u join farm.tournaments t on t.id = u.tournament_id
			where t.name = 'undisturbed-$$' and u.number = 4)"
}

# A board that cannot be stored: that of GAME from 1903 on.
unstorable="alter table farm.boards add constraint bad_GAME check (game_id <> GAME or phase < 10) not valid"
mend() {
	local name
	for name in $(query "select conname from pg_constraint where conrelid = 'farm.boards'::regclass and conname ~ '^bad_'"); do
		query "alter table farm.boards drop constraint $name"
	done
}

test_board_that_cannot_be_stored() {
	culprit bad "S1901M to [SF]19[0-9]{2}M cannot be stored; the database said 23514: new row for relation \"boards_[0-9]+\" $(:
		)violates check constraint \"bad_[0-9]+\"; when that is mended: aresctl game retry GAME" "$unstorable" "1 3"
	mend
	query "select farm.game_retry(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name ~ '^bad-.*-$$' and g.state = 'quarantined'" >/dev/null
	start 1
	ended 10
	same "retried" "$(states bad-1-$$) $(states bad-3-$$)" "11|0 11|0"
}

# The worker does not know of the board, as nobody has claimed the game before. It reads it and goes on.
test_board_that_nobody_knows_of() {
	create known-$$
	break_game "$(foreign_board 0)" known-$$ 4
	start 1
	ended 10
	same "finished and put aside" "$(states known-$$)" "11|0"
	same "the others' digests" "$(others known-$$)" "$undisturbed"
}

test_last_phase() {
	culprit last 'F8454M: no phase can follow' "$(foreign_board 32767); update farm.games set epoch = 1 where id = GAME"
}

test_board_that_cannot_be_read() {
	culprit unread 'S1901M: its board cannot be read' "$(foreign_board 0); update farm.games set epoch = 1 where id = GAME;
		update farm.boards set orders = array[orders] where game_id = GAME"
}

test_no_seats() {
	culprit seatless 'it has no seats, or their settings are too long' "delete from farm.seats where game_id = GAME"
}

test_one_seat_less() {
	culprit six 'power 6: no player "" in this program' "delete from farm.seats where game_id = GAME and power = 2"
}

test_seats_too_long() {
	culprit long 'it has no seats, or their settings are too long' "
		with long as (insert into farm.users (name, player) values ('$$/' || GAME, repeat('x', 3000)) returning id)
		update farm.seats set user_id = long.id from long where game_id = GAME and power = 0"
}

test_last_epoch() {
	culprit epoch 'it was claimed 2147483647 times, and no higher number can be stored' \
		"update farm.games set epoch = 2147483647 where id = GAME"
}

# Several culprits in one batch.
test_every_third() {
	local number
	create third-$$
	for number in 3 6 9; do
		break_game "$unstorable" third-$$ $number
	done
	start 1
	ended 10
	same "finished and put aside" "$(states third-$$)" "8|3"
	mend
}

# The culprit is put aside though the claim has a game that was played before and is not loaded yet.
test_claim_with_boards() {
	create boards-$$
	break_game "$(foreign_board 0); update farm.games set epoch = 1 where id = GAME" boards-$$ 5
	break_game "$unstorable" boards-$$ 4
	start 1 --batch 1
	ended 10
	same "finished and put aside" "$(states boards-$$)" "10|1"
	same "claims that were dropped" "$(grep -c dropped "$log" || true)" 0
	mend
}

# Nothing in the claim is well.
test_culprits_only() {
	local number
	create two-$$ 2
	for number in 1 2; do
		break_game "$unstorable" two-$$ $number
	done
	start 1
	ended 10
	same "finished and put aside" "$(states two-$$)" "0|2"
	mend
}

# The games of that tournament are put aside. They can be played when the partition is back.
test_partition_is_missing() {
	local id
	create bare-$$
	create whole-$$
	id=$(query "select id from farm.tournaments where name = 'bare-$$'")
	query "drop table farm.boards_$id"
	start 2
	ended 10
	same "finished and put aside" "$(states bare-$$) $(states whole-$$)" "0|11 11|0"
	same "the others' digests" "$(others whole-$$)" "$undisturbed"
	same "reasons" "$(reasons bare-$$)" \
		"the table farm.boards_$id is missing, where the boards of its tournament are: restore it, then aresctl game retry GAME"
	query "create table farm.boards_$id partition of farm.boards for values in ($id)"
	query "select farm.game_retry(id) from farm.games where tournament_id = $id" >/dev/null
	start 2
	ended 10
	same "the digests afterwards" "$(others bare-$$)" "$undisturbed"
}

# A reason that the database does not take does not keep the game in play. The log has it.
test_reason_is_refused() {
	create short-$$
	break_game "$unstorable" short-$$ 4
	query "alter table farm.games add constraint short check (length(reason) < 40) not valid"
	start 1
	ended 10
	query "alter table farm.games drop constraint short"
	mend
	same "finished and put aside" "$(states short-$$)" "10|1"
	same "reason" "$(reasons short-$$)" "the log of its worker says why"
	grep -q 'is put aside: S1901M to .* 23514: .*game retry' "$log"
}

# server NAME SQLSTATE BREAK MEND: something of the server is broken, and mended later. No game is put aside for it, and the
# worker says so once. Then all is played.
server() {
	create "$1-$$"
	query "$3"
	start 1
	wait_for 10 grep -q "trying again: $2" "$log"
	sleep 1.5
	wait_for 5 query "$4" # it may be in a deadlock with the worker
	ended 15
	same "finished and put aside" "$(states "$1-$$")" "11|0"
	same "the others' digests" "$(others "$1-$$")" "$undisturbed"
	same "lines that say $2" "$(grep -c "$2" "$log")" 1
	same "claims" "$(query "select max(epoch) <= $5 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$'")" t
}

test_missing_function() {
	server function 42883 "alter function farm.batch_write rename to batch_written" \
		"alter function farm.batch_written rename to batch_write" 1
}

test_somebodys_trigger() {
	query "create function no_board() returns trigger language plpgsql as 'begin raise exception ''no''; end'"
	server trigger P0001 "create trigger no_board before insert on farm.boards for each row execute function no_board()" \
		"drop trigger no_board on farm.boards" 1
	query "drop function no_board()"
}

# The error looks like a game's, but every board has it.
test_no_board_can_be_stored() {
	server constraint 23514 "alter table farm.boards add constraint none check (phase < 0) not valid" \
		"alter table farm.boards drop constraint none" 9
}

run_tests
