#!/bin/bash
# seeds: nobody can foretell the players of the farm. Where a seat is external, the seed is random and a secret. An agent makes
# use of a twin tournament; agents and readers look for the seed wherever they may look: in all rows of a database of its own.
. tests/suite.sh
. tests/hostile.sh

other_database aresfarm_seeds_$$
trap 'hostile_end; CONNINFO= query "drop database aresfarm_seeds_$$ with (force)"' EXIT
CONNINFO=$conninfo
ctl init >/dev/null
agent=prophet_$$ reader=watcher_$$ worker=player_$$
role_make farm_agent $agent
role_make farm_reader $reader
role_make farm_worker $worker
outside="ares(depth=1,age=2),random,@$agent,randbot,random,random,random"

make() { ctl tournament create "$1-$$" --rules standard --games "${GAMES:-1}" --seats "${2:-$outside}" "${@:3}"; }
seed() { query "select seed from farm.tournaments where name = '$1-$$'"; }
cancelled() { ctl tournament cancel "$1-$$" >/dev/null; }

# openings NAME: what the farm's players ordered in the first phase of its games.
openings() {
	query "select string_agg(text, '; ' order by power, \"from\") from farm.orders o join farm.tournaments t on t.id = tournament_id
		where t.name = '$1-$$' and phase_name = 'S1901M' and power <> 'FRA'"
}

# open NAME [OPTION...]: plays a game with an agent up to the second phase. The agent orders its units to hold.
open() {
	make "$1" "$outside" "${@:2}" 2>>"$hostile_dir/said"
	play_on
	as $agent -c "select problem from api.my_turns t, api.submit_orders(t.game, '{}', final => true)
		where t.tournament = '$1-$$'" >/dev/null
	play_on
}

# The twin has a player of the farm in the agent's seat, and the seed that a tournament gets when none is given.
test_twin_foretells_nothing() {
	local twin name
	make twin "ares(depth=1,age=2),random,random,randbot,random,random,random"
	same "seed of the twin" "$(seed twin)" 1
	play_on
	twin=$(openings twin)
	cancelled twin
	open known --seed 1
	same "with a seed that can be guessed" "$(openings known)" "$twin"
	for name in first second; do
		open $name
		[ "$(openings $name)" != "$twin" ] || same "what the farm's players ordered" "as in the twin" "something else"
	done
	[ "$(openings first)" != "$(openings second)" ] || same "two games" "the same orders" "others"
	for name in known first second; do cancelled $name; done
}

test_every_seed_is_another() {
	local n
	for n in 1 2 3 4 5 6 7 8; do make "many$n" 2>/dev/null; done
	same "seeds" "$(query "select count(distinct seed) from farm.tournaments where name ~ '^many.-$$'")" 8
	# 8 seeds of 63 bits are all below 2^55 once in 2^64 times
	holds "max(seed) > 1::bigint << 55 from farm.tournaments where name ~ '^many.-$$'"
	for n in 1 2 3 4 5 6 7 8; do cancelled "many$n"; done
}

# What create says, and that the same create again changes nothing.
test_create() {
	local said
	said=$(make create 2>&1)
	same "what create says" "$said" "the seed of create-$$ is drawn at random, and a secret until all its games are over"
	said=$(seed create)
	same "said the second time" "$(make create 2>&1)" ""
	same seed "$(seed create)" "$said"
	refused "exists already, with another seed: choose another name" make create "$outside" --seed 7
	same "with a seed" "$(make given "$outside" --seed 7 2>&1)" \
		"whoever guesses the seed of given-$$ can foretell the farm's players: without --seed it is random"
	same seed "$(seed given)" 7
	same "without external players" "$(GAMES=2 make farm random,random 2>&1)" ""
	same seed "$(seed farm)" 1
	GAMES=2 refused "exists already, with seed 1 (not 2): choose another name" make farm random,random --seed 2
	for said in create given farm; do cancelled $said; done
}

# found ROLE SEED: where a role finds a number: all columns of all relations that it may read, in all schemas, and all functions
# of the farm that it may call with numbers of tournaments and games or a name.
found() {
	local relation what
	as "$1" -c "analyze" >/dev/null 2>&1
	as "$1" -c "select format('select %L from (select t::text from (select %s from %s) t) x where t ~ %L limit 1;', c.oid::regclass,
			string_agg(quote_ident(attname), ', '), c.oid::regclass, '\m$2\M')
		from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
		where relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(relnamespace, 'usage')
		and has_column_privilege(c.oid, attnum, 'select') group by c.oid" >"$hostile_dir/looks"
	same "how many relations $1 may read" "$(($(wc -l <"$hostile_dir/looks") > 50))" 1
	as "$1" -v ON_ERROR_STOP=0 -f "$hostile_dir/looks" 2>/dev/null || true
	as "$1" -c "select format('select %L from (select %s(%s)::text as t) x where t ~ %L;', p.oid::regprocedure, p.oid::regproc,
			(select string_agg(case typname when 'text' then quote_literal('$3') else format('%s::%s', $4, typname) end, ', ' order by n)
			 from unnest(proargtypes) with ordinality a (type, n) join pg_type t on t.oid = a.type), '\m$2\M')
		from pg_proc p where pronamespace in (select oid from pg_namespace where nspname in ('farm', 'api'))
		and has_function_privilege(p.oid, 'execute')" >"$hostile_dir/looks"
	as "$1" -v ON_ERROR_STOP=0 -f "$hostile_dir/looks" 2>/dev/null || true
}

# The seed is looked for as text. The owner finds it in the table, and in the statistics once the table is analyzed.
test_nobody_finds_it() {
	local seed=7043210987654321 id name=hidden-$$
	GAMES=2 open hidden --seed $seed
	for ((id = 1; id < 4; id++)); do make "bulk$id" "$outside" --seed $seed 2>/dev/null; done
	query "analyze farm.tournaments"
	id=$(query "select id from farm.tournaments where name = '$name'")
	query "select most_common_vals from pg_stats where tablename = 'tournaments' and attname = 'seed'" | grep -q $seed
	same "what an agent finds" "$(found $agent $seed $name $id)" ""
	same "what a reader finds" "$(found $reader $seed $name $id)" ""
	found $worker $seed $name $id | grep -q '^farm.tournaments$' # it must know
	same "what a reader is told of it" "$(as $reader -c "select farm.tournament_seed($id) is null")" t
	same "how a reader lists it" "$(PGOPTIONS="-c role=$reader" ctl tournament list --json |
		grep -o "\"name\" : \"$name\"[^}]*" | grep -o '"seed" : [^,]*')" '"seed" : null'
	PGOPTIONS="-c role=$reader" ctl tournament status $name | grep -q "game 1 waits for @$agent"
	PGOPTIONS="-c role=$reader" ctl tournament list | grep -q "$name"
	PGOPTIONS="-c role=$reader" ctl show $name/1 | grep -q 'A '
	PGOPTIONS="-c role=$reader" ctl metrics | grep -q "$name"
	same digest "$(PGOPTIONS="-c role=$reader" ctl tournament digest $name)" "$(ctl tournament digest $name)"
	for ((id = 1; id < 4; id++)); do cancelled "bulk$id"; done
	cancelled hidden
}

# A reader cannot replay games before it knows the seed. It can when all games are over. A game that was put aside is not over.
test_verify() {
	local name=late-$$ id
	make other random,random --rounds 1
	GAMES=2 open late
	id=$(query "select id from farm.tournaments where name = '$name'")
	reads() { PGOPTIONS="-c role=$reader" ctl verify "$@"; }
	refused "late-$$ cannot be replayed yet: it has external players, and its seed is a secret" reads $name
	refused "late-$$/1 cannot be replayed yet" reads $name/1
	[[ $(reads || true) == *"; not replayed: "*" with external players"* ]]
	[[ $(reads --json || true) == *'"secret":'[1-9]* ]]
	reads other-$$ | grep -q "all agree$"
	ctl verify $name | grep -q "all agree$"
	query "select farm.game_cancel(id) from farm.games where tournament_id = $id and number = 1;
		select farm.game_quarantine(id, 'a test') from farm.games where tournament_id = $id and number = 2" >/dev/null
	refused "late-$$ cannot be replayed yet" reads $name
	query "select farm.game_cancel(id) from farm.games where tournament_id = $id and number = 2" >/dev/null
	reads $name | grep -q "all agree$"
	same "what a reader is told" "$(as $reader -c "select farm.tournament_seed($id)")" "$(seed late)"
}

# An agent sees nothing of tournaments that it has no seat in, and no digest.
test_other_tournaments() {
	local columns
	make apart random,random
	same "what it sees" "$(as $agent -c "select count(*) from api.my_games where tournament = 'apart-$$'
		union all select count(*) from api.my_turns where tournament = 'apart-$$'")" $'0\n0'
	columns=$(query "select string_agg(attname, ' ' order by attname) from pg_attribute where attnum > 0
		and attrelid in ('api.my_games'::regclass, 'api.my_turns'::regclass) and attname ~ 'seed|seats|digest|rules|epoch'")
	same "columns of its views" "$columns" ""
	cancelled apart
}

run_tests
