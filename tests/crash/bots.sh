#!/bin/bash
# bots: the example bot against Ares, while the bot is killed, hangs and lies by chance. Every game ends or is put aside; each fault
# is counted; no game is put aside with fewer than three; what was played verifies.
#
# GAMES=14 games, SEED=1. make bots plays a thousand.
. tests/suite.sh

ctl init >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
GAMES=${GAMES:-14}

test_by_chance() {
	local name=chance-$$ told
	echo "SEED=$SEED"
	ctl tournament create "$name" --games "$GAMES" --seats "bot:liar,ares(depth=1,age=2)" --rules standard --rounds 12 --seed "$SEED"
	aresd --until-done --workers 4 --bot-time 1 --bot "liar=python3 tests/hostile/liar.py chance $SEED mark-$$ python3 doc/bots/greedy.py" \
		2>"$folder/log"
	told=$(query "select state || ' ' || count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$name' group by state order by state")
	echo "$told; faults: $(query "select string_agg(kind || ' ' || n, ', ' order by kind) from (
		select kind, count(*) as n from farm.faults_told where tournament = '$name' group by kind) f")"
	same "games that neither ended nor are put aside" "$(query "select count(*) from farm.games g join farm.tournaments t
		on t.id = g.tournament_id where t.name = '$name' and g.state not in ('finished', 'quarantined')")" 0
	same "games put aside with fewer than three faults, or finished with more than two" "$(query "
		select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		cross join lateral (select count(*) as n from farm.faults f where f.game_id = g.id) f
		where t.name = '$name' and (g.state = 'quarantined') <> (f.n >= 3)")" 0
	holds "count(*) > 0 from farm.faults_told where tournament = '$name'"
	same "faults in the log" "$(grep -cE ' bot:liar in game [0-9]+, ' "$folder/log")" \
		"$(query "select count(*) from farm.faults_told where tournament = '$name'")"
	same "workers that died" "$(grep -c 'worker died\|out of memory' "$folder/log" || true)" 0
	ctl verify "$name" >/dev/null
	same "processes that are left" "$(pgrep -af "mark-$$" || true)" ""
}

run_tests
