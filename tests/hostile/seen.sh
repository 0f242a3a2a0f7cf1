#!/bin/bash
# seen: what an external player sees of games by api.my_orders, my_units and my_centres: all of its own games that was played,
# and nothing else. It looks for a game of others, and for what another player has submitted for the phase in play.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
alice=seer_$$ bob=seen_$$ carol=blind_$$
role_make farm_agent $alice $bob
query "create role $carol login"
hostile_roles+=("$carol")
views='api.my_orders api.my_units api.my_centres'

# game_of NAME: its first game.
game_of() { query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = '$1-$$' and number = 1"; }
make() { ctl tournament create "$1-$$" --rules standard --games 1 --seats "random,random,$2,random,@$bob,random,random" "${@:3}" 2>/dev/null; }
give() { as "$1" -c "select problem from api.submit_orders($2, '$3', final => true) where problem is not null"; }

# begin NAME [OPTION...]: in the game ours both have a seat, and S1901M was played. alice has submitted orders for F1901M, bob
# has not. In the game theirs only bob has a seat.
begin() {
	name=$1
	make "ours-$1" "@$alice" "${@:2}"
	make "theirs-$1" random
	ours=$(game_of "ours-$1") theirs=$(game_of "theirs-$1")
	play_on
	same "problems" "$(give $alice $ours '{A mar - spa}'; give $bob $ours '{A rom - apu}'; give $bob $theirs '{A rom - tus}')" ""
	play_on
	same "problems" "$(give $alice $ours '{A par - pic}')" ""
}
end() {
	cancel "ours-$name-$$"
	cancel "theirs-$name-$$"
}

# What was played is there, of all powers; of the phase in play there is nothing, neither orders nor the board.
test_what_was_played() {
	local view
	begin played
	for view in $views; do
		same "phases in $view" "$(as $alice -c "select distinct game, phase from $view")" "$ours|S1901M"
		same "what bob sees" "$(as $bob -c "select t::text from $view t where game = $ours order by 1")" \
			"$(as $alice -c "select t::text from $view t order by 1")"
	done
	same "orders" "$(as $alice -c "select power, text, result from api.my_orders order by 1, 2")" \
		"$(query "select power, text, result from farm.orders where game = $ours order by 1, 2")"
	same "orders of Italy" "$(as $alice -c "select text from api.my_orders where power = 'ITA' order by 1")" $'A rom - apu\nA ven H\nF nap H'
	same "units" "$(as $alice -c "select count(*), count(distinct power) from api.my_units")" "22|7"
	same "centres" "$(as $alice -c "select count(*), count(owner) from api.my_centres")" "34|22"
	# what alice submitted is nowhere but in her own turn
	for view in $(query "select oid::regclass from pg_class where relnamespace = 'api'::regnamespace and relkind = 'v'"); do
		same "alice's orders in bob's $view" "$(as $bob -c "select t::text from $view t where strpos(t::text, 'A par - pic') > 0
			and not (to_jsonb(t) ? 'legal') and coalesce((to_jsonb(t) ->> 'game')::bigint, $ours) = $ours")" ""
	done
	same "what bob is told of them" "$(as $bob -c "select submitted from api.my_turns where game = $ours")" ""
	same "the map" "$(as $alice -c "select count(*) from api.areas where map = 'standard'" \
		-c "select \"to\" from api.borders where map = 'standard' and unit = 'A' and \"from\" = 'bre' order by 1")" $'81\ngas\npar\npic'
	end
}

# alice asks for the other game by all its names, by conditions that tell what they are applied to, and by the function itself.
test_no_other_game() {
	local view said last
	begin other
	for view in $views; do
		same "of theirs in $view" "$(as $alice -c "select count(*) from $view where game = $theirs or tournament = 'theirs-other-$$'")" 0
		said=$(as $alice 2>&1 <<-SQL
			create function pg_temp.tells(bigint) returns boolean language plpgsql cost 0.0000001 as
				'begin raise notice ''%'', \$1; return true; end';
			set enable_nestloop = off;
			set enable_indexscan = off;
			set enable_bitmapscan = off;
			select 1 from $view where pg_temp.tells(game);
		SQL
		)
		same "games that $view told of" "$(sed -n 's/.*NOTICE:  //p' <<<"$said" | sort -un)" \
			"$(as $alice -c "select game from api.my_games order by 1")"
	done
	said=$(as $alice -c "select * from farm.boards_of(1, 1)" 2>&1) && same "what boards_of said" "$said" refused
	[[ $said == *"permission denied for schema farm"* ]]
	# even an agent that could name the function gets nothing by it
	query "grant usage on schema farm to $alice"
	last=$(query "select max(id) from farm.tournaments")
	same "boards of theirs and of ours" "$(as $alice -c "select (select count(*) from farm.boards_of(t, $theirs)) as theirs,
		(select count(*) from farm.boards_of(t, $ours)) as ours from generate_series(1, $last) t order by 2 desc limit 1")" "0|1"
	query "revoke usage on schema farm from $alice"
	for view in $views api.areas api.borders; do
		said=$(as $carol -c "select * from $view" 2>&1) && same "what carol got of $view" "$said" "permission denied"
		[[ $said == *"permission denied"* ]]
	done
	end
}

# aresctl show is for its own games, the rest of aresctl is not for it.
test_show() {
	local text
	begin show
	agent() { PGOPTIONS="-c role=$alice" ctl "$@"; }
	text=$(agent show "ours-show-$$/1")
	same "its head" "$(head -2 <<<"$text")" "ours-show-$$/1, game $ours: open"$'\n'"FRA @$alice"
	same "phases" "$(grep '^[SFW]1' <<<"$text")" S1901M
	same "orders" "$(grep -c '^  [A-Z]\{3\}  ' <<<"$text")" 22
	grep -qx '  ITA  A rom - apu                  succeeds' <<<"$text"
	same "the phase by itself" "$(agent show $ours S1901M)" "$text"
	same "JSON" "$(query "select j ->> 'phase', json_array_length(j -> 'units'), json_array_length(j -> 'orders'),
		j -> 'owners' ->> 'par' from (values (\$\$$(agent show --json $ours)\$\$::json)) v (j)")" "S1901M|22|22|FRA"
	refused "has no board for F1901M" agent show $ours F1901M
	refused "you have no seat in a game $theirs; the view api.my_games lists your games" agent show $theirs
	refused "you have no seat in a game theirs-show-$$/1" agent show "theirs-show-$$/1" S1901M
	refused "you have no seat in a game nowhere" agent show --json nowhere
	refused "a role of an external player may use aresctl show" agent tournament list
	refused "a role of an external player" agent verify
	end
}

# A game that is over is there as a whole, with its final board. A tournament that was dropped is not.
test_finished_game() {
	local view
	begin over --rounds 2
	# moves, and perhaps builds
	for _ in 1 2 3; do
		give $alice $ours '{}' >/dev/null
		give $bob $ours '{}' >/dev/null
		play_on
	done
	for view in $views; do
		same "rows of $view" "$(as $alice -c "select count(*), count(distinct phase) from $view where game = $ours")" \
			"$(query "select count(*), count(distinct phase) from farm.${view#*my_} where game = $ours")"
	done
	same "how it ended" "$(as $alice -c "select state, ended, g.centres = (select count(*) from api.my_centres c
		where c.game = g.game and c.phase = g.ended and c.owner = g.power) from api.my_games g where game = $ours")" "finished|$(query "select farm.phase_name(phase) from farm.games where id = $ours")|t"
	query "select farm.tournament_drop('ours-over-$$')" >/dev/null
	for view in $views; do
		same "of a dropped one" "$(as $alice -c "select count(*) from $view where game = $ours")" 0
	done
	cancel theirs-over-$$
}

# However many boards there are, a view reads those of the games that it shows. The server counts this by transaction.
test_reads_its_own() {
	local view where
	ctl tournament create crowd-$$ --games 30 --seats random,random --rounds 10 --seed "$SEED"
	begin reads
	query "analyze farm.boards, farm.games, farm.seats, farm.tournaments"
	for view in $views; do
		for where in true "game = $ours" "tournament = 'ours-reads-$$' and number = 1"; do
			same "boards read by $view where $where" "$(as $alice -c "begin" -c "select count(*) from $view where $where" \
				-c "select sum(seq_tup_read + idx_tup_fetch) from pg_stat_xact_user_tables
				    where relname ~ '^boards_[0-9]' and seq_scan + idx_scan > 0" -c rollback | tail -1)" \
				"$(as $alice -c "select count(*) from (select distinct game, phase from $view where $where) p")"
		done
	done
	end
}

run_tests
