#!/bin/bash
# migrate: a farm of schema version 1 goes through every later change of the schema. Inits and changes run while workers play.
# Nothing is lost, and all games end as in an undisturbed run.
. tests/suite.sh

ctl init >/dev/null
here=${CONNINFO:-}
heard=$B/migrate.$$.log
recovered='aresd: 2 games of workers that lapsed are handed back' # those of farm_1.sql

# old_farm: makes a database with the baseline and the farm of farm_1.sql. From then on the tests use it.
old_farm() {
	local database=aresfarm_migrate_$$
	other_database $database
	trap "rm -f '$heard'; CONNINFO='$here' query 'drop database $database with (force)'" EXIT
	CONNINFO=$conninfo
	cat schema/001_*.sql tests/db/farm_1.sql | ctl psql -Xq1 -v ON_ERROR_STOP=1 -o /dev/null
}

# changed COUNT: what init prints when it applies so many changes.
changed() { [ "$1" = 0 ] || echo "$1 migration$([ "$1" = 1 ] || echo s) applied"; }

# games TOURNAMENT...: the state of each game, and how much of it is stored.
games() {
	query "select t.name, g.number, g.state, g.epoch, g.failures, g.failed_phase, g.failure, g.reason, g.digest, g.queue is null, g.aside,
			(select count(*) from farm.boards b where b.tournament_id = t.id and b.game_id = g.id),
			(select string_agg(concat_ws('|', power, user_id, phase, units, owners, due, legal, asked_at, deadline), ' ')
			 from farm.turns t where t.game_id = g.id)
		from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = any (string_to_array('$*', ' ')) order by g.id"
}

# again NAME: makes the same tournament as "NAME-again". Nothing disturbs that one.
again() {
	query "select farm.tournament_create('$1-again', 'standard', rules, judge, seed, games, round_limit, seats, users, block, entrants)
		from farm.tournaments t, lateral (
			select array_agg(user_id order by number, power) as users, array_agg(entrant order by number, power) as entrants
			from farm.seats s join farm.games g on g.id = s.game_id where g.tournament_id = t.id) s
		where name = '$1';
		update farm.tournaments a set (diplomatic_time, retreat_time, adjustment_time) =
			(select diplomatic_time, retreat_time, adjustment_time from farm.tournaments where name = '$1')
		where a.name = '$1-again'" >/dev/null
}

# tournament_digest NAME: the tournament's digest, and how many of its games have a digest.
tournament_digest() {
	query "select farm.tournament_digest('$1'), count(digest) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = '$1'"
}

# take_up: games that a user set aside are played, too.
take_up() {
	query "update farm.tournaments set paused = false where not dropped;
		select farm.game_retry(g.id) from farm.games g join farm.tournaments t on t.id = g.tournament_id and not dropped
		where state in ('quarantined', 'cancelled')" >/dev/null
}

# finished NAME...: all games of these tournaments ended as in the undisturbed run.
finished() {
	local name
	for name; do
		holds "finished = games and finished > 0 from farm.progress where tournament = '$name'"
		same "digest of $name" "$(tournament_digest $name)" "$(tournament_digest $name-again)"
	done
	holds "not exists (select from farm.tournaments where dropped)"
	holds "not exists (select from farm.turns)"
}

test_old_farm_has_every_state() {
	old_farm
	same "states without a game" "$(query "select s from unnest(enum_range(null::farm.game_state)) s
		where s not in (select state from farm.games)")" ""
	holds "count(*) > 0 from farm.tournaments where dropped"
	holds "count(*) > 0 from farm.tournaments where paused and not dropped"
	holds "count(*) > 0 from farm.turns"
}

# init applies all changes. Workers start after it.
test_every_change() {
	local before name
	old_farm
	before=$(games mixed asked paused)
	same "output of init" "$(ctl init)" "$(changed "$(ls schema/[0-9]*.sql | cut -d_ -f1 | sort -u | grep -vc /001)")
summing up 3 finished games; this can be stopped, and goes on at the next init"
	same "games without a summary" "$(query "select count(*) from farm.games g where state = 'finished'
		and not exists (select from farm.summaries s where (s.tournament_id, s.game_id) = (g.tournament_id, g.id))")" 0
	same "output of a second init" "$(ctl init)" ""
	same "games" "$(games mixed asked paused)" "$before"
	same "labels" "$(query "select string_agg(distinct label, ' ' order by label) from farm.users")" "@old_player ares(depth=1,age=5) random"
	same "players, blocks" "$(query "select string_agg(players || ' ' || block, ', ' order by id) from farm.tournaments
		where not dropped")" \
		"ares(depth=1,age=5),random 1, random,random,@old_player,random,@old_player,random,random 1, random,random 1"
	holds "count(*) = 75 from farm.areas a join farm.maps m on m.id = map_id where m.name = 'standard' and path is not null"
	same "teams" "$(query "select distinct team from farm.tournaments")" 0
	ctl tournament create many --games 26 --rounds 2 --seats "$(printf 'p%d=random,' {1..25})random"
	ctl tournament create team --games 7 --rounds 2 --seats random,randbot --team 3
	for name in mixed asked paused; do
		again $name
	done
	take_up
	aresd --until-done --workers 2 2>"$heard"
	same "what is said" "$(went_wrong "$heard" | cut -d' ' -f3-)" "$recovered"
	finished mixed asked paused
	holds "bool_and(finished = games) from farm.progress where tournament in ('many', 'team')"
	ctl verify | grep -q 'all agree'
}

# init makes functions, views and rights anew. Workers that play meanwhile notice nothing.
test_init_while_workers_play() {
	local name daemon refused inits=0
	trap 'rm -f "$heard"' EXIT
	for name in calm stirred; do
		ctl tournament create $name-$$ --games 4800 --seats random,random --rounds 40 --seed "$SEED"
	done
	ctl tournament pause stirred-$$
	aresd --until-done --workers 2
	refused=$(query "select sum(refused_writes) from farm.workers")
	ctl tournament resume stirred-$$
	aresd --until-done --workers 2 --batch 4 >"$heard" 2>&1 &
	daemon=$!
	until [ $inits -eq 8 ] || holds "finished = games from farm.progress where tournament = 'stirred-$$'"; do
		ctl init
		inits=$((inits + 1))
	done
	wait $daemon
	same "what is said" "$(went_wrong "$heard")" ""
	[ $inits -gt 1 ] || same "inits while workers play" $inits "more than 1"
	same digest "$(tournament_digest stirred-$$)" "$(tournament_digest calm-$$)"
	same "refused writes" "$(query "select sum(refused_writes) from farm.workers")" "$refused"
	holds "max(epoch) = 1 and max(failures) = 0 from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'stirred-$$'"
}

# A change comes while workers of the older program play. Other tournaments have games in every state.
test_change_while_workers_play() {
	local before daemon name
	old_farm
	ctl init >/dev/null
	ctl tournament create busy --games 400 --seats random,random --rounds 40 --seed "$SEED"
	for name in busy mixed asked paused; do
		again $name
	done
	query "update farm.tournaments set paused = true where name <> 'busy' and not dropped"
	aresd --until-done --workers 2 --batch 4 >"$heard" 2>&1 &
	daemon=$!
	wait_for 20 holds "finished > 20 and claimed > 0 from farm.progress where tournament = 'busy'"
	before=$(games mixed paused | sed 's/|claimed|/|pending|/')
	same "output of init" "$("$B/aresctl_later" -d "$CONNINFO" init)" "$(changed 1)"
	holds "claimed > 0 or pending > 0 from farm.progress where tournament = 'busy'"
	same "games" "$(games mixed paused | sed 's/|claimed|/|pending|/')" "$before"
	query "update farm.tournaments set paused = false where name = 'busy-again'"
	take_up
	wait $daemon
	same "what is said" "$(went_wrong "$heard" | grep -vE "must wait, trying again|a statement has waited for [0-9]+ s for " | cut -d' ' -f3-)" "$recovered"
	finished busy mixed asked paused
	holds "max(epoch) = 1 and max(failures) = 0 from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'busy'"
	holds "count(*) = sum((mood = 'calm')::int) from farm.games"
	refused "has version 999, newer than this program's" ctl init
	refused "has version 999, newer than this program's" aresd --until-done
	"$B/aresctl_later" -d "$CONNINFO" verify | grep -q 'all agree'
}

# Orders of external players, in games of every state. What was played or could have been read is taken: no player can change
# it. What is open stays open.
test_orders_of_every_state() {
	old_farm
	query "insert into farm.games (id, tournament_id, number, state, epoch, worker_id, reason)
		overriding system value select 100 + n, 2, 1 + n, state::farm.game_state, 1, case when state <> 'pending' then 1 end,
		       case state when 'quarantined' then 'by hand' end
		from (values (1, 'pending'), (2, 'claimed'), (3, 'quarantined'), (4, 'cancelled'), (5, 'quarantined'), (6, 'waiting'))
			v (n, state);
		update farm.workers set claims = claims || 102::bigint where id = 1;
		insert into farm.seats select g.id, s.power, s.user_id from farm.seats s, farm.games g
		where s.game_id = 11 and g.id > 100;
		insert into farm.turns select g.id, power, user_id, t.phase, t.units, owners, due, legal,
			g.id in (101, 102, 105) or g.id = 106 and power = 4, asked_at, null
		from farm.turns t, farm.games g where t.game_id = 11 and g.id > 100;
		insert into farm.pending_orders (game_id, power, phase, orders, final, given_by)
		select id, 2, 0, '{A par - bur}', true, 5 from farm.games where id > 100;
		insert into farm.pending_orders (game_id, power, phase, orders, given_by, played_at, problems)
		values (1, 4, 2, '{A rom - apu, x}', 5, now(), '{null,y}')"
	ctl init >/dev/null
	same "taken" "$(query "select game_id, power, phase, orders, final, given_by, played_at = taken_at, problems
		from farm.taken_orders order by 1, 2")" '1|4|2|{"A rom - apu",x}|f|5|t|{NULL,y}
101|2|0|{"A par - bur"}|t|5||
101|4|0||f|||
102|2|0|{"A par - bur"}|t|5||
102|4|0||f|||
105|2|0|{"A par - bur"}|t|5||
105|4|0||f|||'
	same "still open" "$(query "select g.id, state, asked, t.power, o.ready from farm.games g join farm.turns t on t.game_id = g.id
		left join farm.pending_orders o on (o.game_id, o.power, o.phase) = (t.game_id, t.power, t.phase) order by 1, 4")" '11|waiting|0|2|
11|waiting|0|4|
103|quarantined|0|2|f
103|quarantined|0|4|
104|cancelled|0|2|f
104|cancelled|0|4|
106|waiting|0|2|f
106|waiting|0|4|'
	same "pending orders" "$(query "select string_agg(game_id::text, ' ' order by game_id) from farm.pending_orders")" "103 104 106"
	query "select farm.game_retry(id) from farm.games where id in (103, 104, 105)" >/dev/null
	same "states" "$(query "select string_agg(state::text, ' ' order by id) from farm.games where id > 100")" \
		"pending claimed waiting waiting pending waiting"
	query "update farm.turns set deadline = now() where game_id in (103, 104, 106);
		update farm.games set look_at = now() where id in (103, 104, 106);
		update farm.tournaments set paused = name <> 'asked'; select farm.workers_recover('1 s')" >/dev/null
	"$B/aresd" -d "$CONNINFO" --workers 1 2>/dev/null &
	wait_for 20 holds "count(*) = 6 from farm.boards where game_id > 100 and phase = 0"
	kill -KILL $!
	same "orders played" "$(query "select string_agg(distinct text, '; ') from farm.orders where game > 100 and phase = 0
		and power = 'FRA' and text like 'A par%'")" "A par - bur"
}

# A program that has one more change than the database asks for init.
test_change_that_is_missing() {
	old_farm
	ctl init >/dev/null
	refused "lacks 999_later.sql: run aresctl init" "$B/aresctl_later" -d "$CONNINFO" tournament list
}

run_tests
