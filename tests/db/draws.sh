#!/bin/bash
# draws: proves that games end as a draw after so many years without a change of centres (tournament create --draw-after), whatever
# happens to the workers meanwhile; and that tournaments without that rule stay as they were.
#
# Plays a tournament by the rule, rolls its games back to phases drawn by chance and kills workers. SEED=1 draws games and phases.
. tests/suite.sh
years=1 games=24 rounds=60

ctl init >/dev/null
# tournament NAME OPTION...
tournament() {
	local name=$1-$$
	shift
	ctl tournament create "$name" --games $games --seats randbot,random --rules standard --rounds $rounds --seed "$SEED" "$@"
}
tournament drawn --draw-after $years
drawn=$(play drawn-$$)

# drawn_early NAME: the numbers of its games that are a draw before the last round.
drawn_early() {
	query "select string_agg(g.number::text, ' ' order by g.number) from farm.games g
		join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$' and g.ending = 'draw' and farm.phase_round(g.phase) < t.round_limit"
}

# The boards of the last years, by the owners of the centres, show what the rule says: a game ends in the first spring that has
# so many years behind it, and no sooner.
test_centres_have_not_changed() {
	local held
	[ -n "$(drawn_early drawn)" ]
	held="with board as (
			select g.id, g.ending, g.phase as last, b.phase, (
				select string_agg(substr(b.owners, a.id + 1, 1), '' order by a.id) from farm.areas a
				where a.map_id = t.map_id and a.centre) as centres
			from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = b.tournament_id
			where t.name = 'drawn-$$' and farm.phase_round(g.phase) < t.round_limit),
		spring as (
			select id, phase = last and ending = 'draw' as drawn, phase >= 5 * $years and (
				select count(distinct o.centres) = 1 from board o
				where o.id = b.id and o.phase between b.phase - 5 * $years and b.phase) as due
			from board b where phase % 5 = 0)"
	same "springs in which a draw was due and the game went on, or the other way" \
		"$(query "$held select count(*) from spring where drawn <> due")" 0
	same "games that such a spring ended" "$(query "$held select string_agg(number::text, ' ' order by number)
		from spring join farm.games using (id) where due")" "$(drawn_early drawn)"
}

# The survivors share the point. farm.results has the rule's draws like all others.
test_results_are_draws() {
	same "fates in games drawn early" "$(query "select string_agg(distinct fate, ' ' order by fate), round(sum(points))
		from farm.results where tournament = 'drawn-$$' and number in ($(drawn_early drawn | tr ' ' ,))")" \
		"draw elimination|$(drawn_early drawn | wc -w)"
	same "survivors that share no point" "$(query "select count(*) from farm.results r join farm.games g on g.id = r.game
		join farm.tournaments t on t.id = g.tournament_id
		join farm.maps m on m.id = t.map_id where tournament = 'drawn-$$' and ending = 'draw'
		and (points > 0) <> (g.units[array_position(m.powers, r.power)] > 0)")" 0
}

test_verify_plays_by_the_rule() {
	ctl verify drawn-$$ --players
	query "update farm.tournaments set draw_after = $((years + 1)) where name = 'drawn-$$'"
	! ctl verify drawn-$$ >"$B/draws.$$" || same "verify" passed failed
	query "update farm.tournaments set draw_after = $years where name = 'drawn-$$'"
	grep -q 'no orders are stored, though the game goes on' "$B/draws.$$"
	rm "$B/draws.$$"
}

# roll_back NAME: takes the ends of its games back, and all that was played from a phase of each on, drawn by chance: in half of the
# games from one of the last. So a worker
# goes on in the middle of years without a change.
roll_back() {
	query "begin; select setseed(1.0 / (1 + $SEED));
		create temp table cut on commit drop as
		select g.id, (g.phase - random() * case when g.number % 2 = 0 then 6 else g.phase end)::int as phase from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$' and g.state = 'finished' order by g.number;
		delete from farm.boards b using cut c where b.game_id = c.id and b.phase >= c.phase;
		delete from farm.tallies a using farm.tournaments t where t.id = a.tournament_id and t.name = '$1-$$';
		update farm.games g set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, ending = null,
			winner = null, phase = null, phases = null, centres = null, units = null, digest = null
		from cut c where c.id = g.id; commit" >/dev/null
}

test_goes_on_from_any_phase() {
	local digest
	tournament again --draw-after $years
	same "digests" "$(play again-$$ --workers 2)" "$drawn"
	roll_back again
	digest=$(play again-$$ --workers 2 --batch 3)
	same "digests of games that went on" "$digest" "$drawn"
	ctl verify again-$$
}

test_workers_killed() {
	local killed pid
	tournament killed --draw-after $years
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done --workers 2 --batch 1 2>>"$B/draws.$$.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true; rm -f "$B/draws.$$.log"' EXIT
	for killed in 1 2 3; do
		wait_for 30 holds "exists (select from farm.boards b join farm.games g on g.id = b.game_id
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'killed-$$' and g.state = 'claimed')
			or not exists (select from farm.progress where tournament = 'killed-$$' and finished < games)"
		pid=$(query "select pid from farm.workers where gone_at is null limit 1")
		[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
	done
	wait $daemon
	same digests "$(digests killed-$$)" "$drawn"
}

# 0 is the normal value. migrate.sh holds the digests of games that are older than the rule.
test_without_the_rule() {
	tournament never --draw-after 0
	tournament plain
	aresd --until-done
	same digests "$(digests never-$$)" "$(digests plain-$$)"
	[ "$(digests plain-$$)" != "$drawn" ]
}

# A game that has no such draw has the rule in its digest all the same.
test_digest_has_the_rule() {
	tournament late --draw-after 1000
	aresd --until-done
	same "games with the digest of games without the rule" "$(query "select count(*) from farm.games a
		join farm.games b using (number, digest) join farm.tournaments s on s.id = a.tournament_id
		join farm.tournaments t on t.id = b.tournament_id where s.name = 'late-$$' and t.name = 'plain-$$'")" 0
	[ "$(ctl tournament digest late-$$)" != "$(ctl tournament digest plain-$$)" ]
}

test_refusals() {
	refused "--draw-after -1: must be a whole number from 0 to 1000" tournament new --draw-after -1
	refused "--draw-after 1001: must be a whole number from 0 to 1000" tournament new --draw-after 1001
	refused "exists already, with draw-after $years (not 0): choose another name" tournament drawn
	tournament drawn --draw-after $years
}

run_tests
