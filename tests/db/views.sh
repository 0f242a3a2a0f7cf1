#!/bin/bash
# views: what farm.orders, units and centres have, and that they read no more than they are asked for.
. tests/suite.sh

ctl init >/dev/null

# reads SQL: runs a query; prints what it read of boards: "NAME ROWS" for each tournament's partition, ROWS in all its boards.
# The server counts this for each transaction, so neither other sessions nor time have a say.
reads() {
	query "begin; $1; select t.name, seq_tup_read + coalesce(idx_tup_fetch, 0)
		from pg_stat_xact_user_tables s join farm.tournaments t on s.relname = 'boards_' || t.id
		where seq_scan + coalesce(idx_scan, 0) > 0 order by 1; rollback"
}
boards() { query "select count(*) from farm.boards b join farm.games g on g.id = b.game_id
	join farm.tournaments t on t.id = g.tournament_id where t.name = '$1' and number between $2 and $3"; }

# Whether by name or by id, by a join or by a column: only this tournament's partition is read, and of a game only the game.
test_only_what_is_asked_for() {
	local view column game all one
	for name in wanted other; do
		ctl tournament create $name-$$ --games 8 --rules standard --seats random,random --rounds 8 --seed "$SEED"
	done
	aresd --until-done
	query "analyze farm.boards, farm.games, farm.tournaments"
	all=$(boards wanted-$$ 1 8)
	one=$(boards wanted-$$ 3 3)
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'wanted-$$' and number = 3")
	for view in orders units centres; do
		column=farm.$view
		for where in "join farm.tournaments t on t.id = v.tournament_id where t.name = 'wanted-$$'" \
			"where v.tournament = 'wanted-$$'" \
			"where v.tournament_id = (select id from farm.tournaments where name = 'wanted-$$')"; do
			same "boards read for $view $where" "$(reads "select count(*) from farm.$view v $where" | tail -n +2)" "wanted-$$|$all"
		done
		for where in "where v.game = $game" "where v.tournament = 'wanted-$$' and v.number = 3" \
			"join farm.games g on g.id = v.game join farm.tournaments t on t.id = v.tournament_id
			 where t.name = 'wanted-$$' and g.number = 3"; do
			same "boards read for $view $where" "$(reads "select count(*) from farm.$view v $where" | tail -n +2)" "wanted-$$|$one"
		done
	done
}

# Nor are boards of other tournaments locked, by whoever reads: commands, also for the tenth game, and functions. A statement that
# is planned for any tournament waits for all partitions. More tournaments than a server has locks for would make it fail.
test_others_are_not_locked() {
	local id command game work=$B/others.$$
	for name in mine theirs; do
		ctl tournament create $name-$$ --games 8 --rules standard --seats random,holdbot --rounds 4 --seed "$SEED"
	done
	aresd --until-done
	id=$(query "select id from farm.tournaments where name = 'theirs-$$'")
	game=$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'mine-$$'")
	held "lock table farm.boards_$id in access exclusive mode"
	export PGOPTIONS='-c lock_timeout=5s'
	mkdir "$work"
	for command in "tournament digest" "verify --players" "export --output $work/saved" "export --csv $work/csv" \
		"report --output $work/report.html" "backup --output $work/backup" "query forecasts" rate; do
		ctl $command mine-$$ >/dev/null
	done
	ctl show mine-$$/1 >/dev/null
	query "select count(*) from farm.decisions where tournament = 'mine-$$'; select count(*) from farm.orders where tournament = 'mine-$$';
		select farm.game_digest($game); select count(*) from daide.phases($game, 0::smallint, 1);
		select farm.games_resume(0, '{}', '{}'); begin; select farm.tournament_drop('mine-$$'); rollback" >/dev/null
	unset PGOPTIONS
	let_go
	rm -r "$work"
}

# Units and centres are those that aresctl show prints as JSON, phase by phase, and at the end those that the game's row counts.
test_units_and_centres() {
	local phase file=$B/views.$$
	ctl tournament create places-$$ --games 4 --rules standard --seats 'ares(depth=1,age=5),random' --rounds 14 --seed "$SEED"
	aresd --until-done
	holds "bool_or(dislodged) and bool_or(coast = 'sc') and not bool_or(dislodged and phase_name !~ 'R$')
		from farm.units where tournament = 'places-$$'"
	for phase in $(query "select distinct phase_name from farm.units where tournament = 'places-$$' and number = 1"); do
		ctl show places-$$/1 $phase --json >"$file"
		same "units of $phase" "$(query "select u ->> 'power', u ->> 'type', u ->> 'area' from json_array_elements(
			\$\$$(cat "$file")\$\$::json -> 'units') u where '$phase' !~ 'A$' order by 1, 2, 3")" \
			"$(query "select power, type, area from farm.units where tournament = 'places-$$' and number = 1
			and phase_name = '$phase' and '$phase' !~ 'A$' order by 1, 2, 3")"
		same "centres of $phase" "$(query "select p, o from json_each_text(\$\$$(cat "$file")\$\$::json -> 'owners') e (p, o)
			join farm.areas a on a.code = p and a.centre join farm.maps m on m.id = a.map_id and m.name = 'standard' order by 1")" \
			"$(query "select province, owner from farm.centres where tournament = 'places-$$' and number = 1
			and phase_name = '$phase' and owner is not null order by 1")"
	done
	rm "$file"
	same "centres in all" "$(query "select distinct count(*) from farm.centres where tournament = 'places-$$' group by game, phase")" 34
	same "games that ended otherwise" "$(query "select g.number from farm.games g join farm.tournaments t on t.id = g.tournament_id
		join farm.maps m on m.id = t.map_id cross join unnest(m.powers) with ordinality p (power, n)
		where t.name = 'places-$$' and (g.units[n], g.centres[n]) is distinct from (
			(select count(*) from farm.units u where u.game = g.id and u.phase = g.phase and u.power = p.power),
			(select count(*) from farm.centres c where c.game = g.id and c.phase = g.phase and owner = p.power))")" ""
	same "provinces and coasts" "$(query "select distinct area, province, coast from farm.units
		where tournament = 'places-$$' and province = 'stp' and coast = 'sc'")" "stp/sc|stp|sc"
}

# told FILE PHASE: the orders of a phase in the story, "POWER ORDER|OUTCOME".
told() {
	awk -v phase="$2" '/^[SFW]1/ {on = $0 == phase} on && /^  [A-Z][A-Z][A-Z]  / {
		order = substr($0, 8, 28); sub(/ +$/, "", order); print substr($0, 3, 3) " " order "|" substr($0, 37)}' "$1" | LC_ALL=C sort
}

# aresctl show GAME is the whole game: each phase with all its orders, then the final board; as JSON a line for each.
test_story() {
	local file=$B/views.$$ phase phases
	ctl tournament create story-$$ --games 1 --rules standard --seats random,random --rounds 12 --seed "$SEED"
	refused "nothing was played of game story-$$/1 yet" ctl show story-$$/1
	aresd --until-done
	ctl show story-$$/1 >"$file"
	same "its head" "$(head -2 "$file" | sed 's/game [0-9]*/game/')" $'story-'$$$'/1, game: finished: draw\nAUS random'
	phases=$(query "select phase_name from farm.units where tournament = 'story-$$' group by phase, phase_name order by phase")
	same "its phases" "$(sed -n 's/^\([SFW]1....\).*/\1/p' "$file")" "$phases"
	for phase in $phases; do
		same "orders of $phase" "$(told "$file" $phase)" "$(query "select power || ' ' || text || '|' || result
			|| case when dislodged and result <> 'dislodged' then ', dislodged' else '' end from farm.orders
			where tournament = 'story-$$' and phase_name = '$phase'" | LC_ALL=C sort)"
	done
	same "the final board" "$(sed -n '/, the final board$/,$p' "$file" | grep '^  *[A-Z]' | grep -o '[AF] [a-z][a-z/]*' | LC_ALL=C sort)" \
		"$(query "select type || ' ' || area from farm.units u join farm.games g on g.id = u.game and g.phase = u.phase
			where u.tournament = 'story-$$'" | LC_ALL=C sort)"
	same "the first centres" "$(grep -m1 centres "$file")" "  centres: AUS 3, ENG 3, FRA 3, GER 3, ITA 3, RUS 4, TUR 3"
	same "wide lines" "$(awk 'length > 79' "$file")" ""
	same "phases as JSON" "$(query "select l::json ->> 'phase' from string_to_table(\$\$$(ctl show --json story-$$/1)\$\$, E'\\n') l")" "$phases"
	rm "$file"
}

run_tests
