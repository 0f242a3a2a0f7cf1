#!/bin/bash
# tune: proves that a tuning (aresctl tune) takes the same course with any number of workers, after crashes and in another farm; that a
# step is made once; that each step is what the formulas say, by numbers worked out elsewhere; and that it finds what is best where
# that is known.
#
# SEED=1 draws games and searches.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null

# create NAME OPTION...: a tuning of dumbbot, which plays fast: six steps of eight short games.
create() {
	ctl tune create "$1-$$" --player 'dumbbot(fallattack=0)' --tune 'fallattack=0..1000 gap alternative=0..100/20' --games 48 --batch 8 \
		--gain 20 --rules standard --rounds 12 --seed "$SEED" "${@:2}"
}

# course NAME: all that its steps did, but for times and ids.
course() {
	query "select step, last_game, theta, signs, plus, minus, plus_share, minus_share, gradient, moved_to from farm.tuning_steps s
		join farm.tournaments t on t.id = s.tournament_id where t.name = '$1-$$' order by step"
}

# finish NAME WHERE: its open games end, so that side + of the games for which this holds wins, and side - the others.
finish() {
	query "with f as (
			select g.id, (select s.power from farm.seats s where s.game_id = g.id
				order by ((s.entrant = 0) = ($2)) desc, s.power limit 1) as power
			from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$' and g.state = 'pending')
		update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4, ending = 'solo', winner = f.power,
			units = u.had, centres = u.had
		from f cross join lateral (select array_agg((18 * (k = f.power)::int)::smallint order by k) as had from generate_series(0, 6) k) u
		where g.id = f.id"
}

# ── the arithmetic ──

# Beside values of Python: its own sha256, and powers in floating point.
test_chance_and_gains() {
	same "chance" "$(query "select string_agg(round(farm.tuning_chance(s, k, n, w), 9)::text, ' ' order by i) from (values
			(1, 1, 1, 'near', 'sign'), (2, 9007199254740993, 40, 'homeopen', 'round'), (3, 0, 100000, 'x', 'sign')) v (i, s, k, n, w)")" \
		"$(python3 -c "
import hashlib
for text in ('1/1/near/sign', '9007199254740993/40/homeopen/round', '0/100000/x/sign'):
    print('%.9f' % (int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], 'big') / 2 ** 32), end=' ')" | sed 's/ $//')"
	same "gains" "$(query "select string_agg(round(farm.tuning_reach(s, k), 4) || ' ' || round(farm.tuning_rate(g, k, n), 4), ', ' order by i) from (values
			(1, 10::numeric, 2, 1, 100), (2, 10, 2, 50, 100), (3, 0.5, 7, 3, 7), (4, 100000, 100, 99999, 100000)) v (i, s, g, k, n)")" \
		"$(python3 -c "
print(', '.join('%.4f %.4f' % (max(0.5, s / k ** 0.101), 2 * g * ((n / 10 + 1) / (n / 10 + k)) ** 0.602)
                for s, g, k, n in ((10, 2, 1, 100), (10, 2, 50, 100), (0.5, 7, 3, 7), (100000, 100, 99999, 100000))))")"
}

# By hand. At a bound they are less far apart, but never by less than 1.
test_sides_by_hand() {
	same "sides" "$(query "select string_agg(s.plus || ' ' || s.minus, ', ' order by i) from (values
			(1, 50.0, 0, 100, 10.0, 1, 0.0), (2, 50.3, 0, 100, 10.0, 1, 0.5), (3, 50.3, 0, 100, 10.0, -1, 0.8), (4, 0.0, 0, 100, 5.0, 1, 0.0),
			(5, 0.0, 0, 100, 5.0, -1, 0.9), (6, 99.5, 0, 100, 5.5, 1, 0.0), (7, 0.9, 0, 1, 0.5, -1, 0.999), (8, 3.0, 1, 4, 40.0, 1, 0.4),
			(9, 2.5, 0, 9, 0.5, 1, 0.0), (10, -3.2, -10, 0, 1.5, 1, 0.0)) v (i, theta, low, high, reach, sign, chance)
		cross join lateral farm.tuning_sides(theta, low, high, reach, sign, chance) s")" \
		"60 40, 60 40, 41 61, 5 0, 0 5, 100 94, 0 1, 4 1, 3 2, -2 -5"
	same "moved" "$(query "select string_agg(farm.tuning_moved(50, 0, 100, 10, r, g)::text, ' ' order by i)
		from (values (1, 2.0, 0.01), (2, 2.0, -0.01), (3, 4.0, 0.5), (4, 4.0, -0.5)) v (i, r, g)")" "52.000000 48.000000 100.000000 0.000000"
}

# Both sides of a setting always differ and stay in the range. On average they lie about theta, if it is not near a bound.
test_sides_differ_and_are_fair() {
	same "sides that are wrong" "$(query "select count(*) from generate_series(0, 7, 0.1) theta, unnest(array[0.5, 0.6, 1, 2.3, 3.5, 9]) reach,
			generate_series(0, 0.99, 0.03) chance, unnest(array[-1, 1]) sign
		cross join lateral farm.tuning_sides(theta, 0, 7, reach, sign, chance) s
		where s.plus = s.minus or (s.plus > s.minus) <> (sign > 0) or least(s.plus, s.minus) < 0 or greatest(s.plus, s.minus) > 7")" 0
	same "means that are not theta" "$(query "select count(*) from (select theta, reach, avg((s.plus + s.minus) / 2.0) as mean
		from generate_series(3, 4, 0.1) theta, unnest(array[0.5, 0.7, 1.4, 2.5]) reach, generate_series(0.0005, 1, 0.001) chance
		cross join lateral farm.tuning_sides(theta, 0, 7, reach, 1, chance) s group by theta, reach) m where abs(mean - theta) > 0.002")" 0
}

# Two whole steps, beside the formulas in Python. Of the eight games of a step + wins five, then three: in one of the games 15 and 16
# it has all seats. A win is a share of 1.
test_steps_beside_python() {
	create steps
	query "update farm.tournaments set paused = true where name = 'steps-$$'"
	finish steps 'g.number <= 5'
	same "made" "$(query "select farm.tunings_advance()")" 0
	finish steps 'g.number <= 10'
	query "select farm.tunings_advance()" >/dev/null
	course steps >"$hostile_dir/course"
	python3 - "$hostile_dir/course" "$SEED" <<'END'
import hashlib, math, sys
from fractions import Fraction as F
names, lows, highs, scales, theta = ('fallattack', 'alternative', 'gap'), (0, 0, 0), (1000, 100, 10000), (100, 20, 1000), [0, 50, 500]
rows = [line.rstrip('\n').split('|') for line in open(sys.argv[1])]
assert len(rows) == 3, rows
values = lambda text: [float(x) for x in text.strip('{}').split(',')]
def chance(step, name, what):
    return int.from_bytes(hashlib.sha256(f'{sys.argv[2]}/{step}/{name}/{what}'.encode()).digest()[:4], 'big') / 2 ** 32
for row, difference in zip(rows, (F(5 - 3, 8), F(3 - 5, 8))):
    step = int(row[0])
    assert int(row[1]) == 8 * step
    assert all(abs(a - b) < 1e-4 for a, b in zip(theta, values(row[2]))), (theta, row)
    theta = values(row[2])
    assert (float(row[6]) + float(row[7]), float(row[6]) - float(row[7])) == (1, difference), row
    after = []
    for i, name in enumerate(names):
        half = max(0.5, scales[i] / step ** 0.101)
        sign = -1 if chance(step, name, 'sign') < 0.5 else 1
        assert values(row[3])[i] == sign, row
        plus, minus = (math.floor(max(lows[i], min(highs[i], theta[i] + s * half)) + chance(step, name, 'round')) for s in (sign, -sign))
        assert (values(row[4])[i], values(row[5])[i]) == (plus, minus), (row, name, plus, minus)
        rate = 2 * 20 * ((0.6 + 1) / (0.6 + step)) ** 0.602
        gradient = float(difference) / (plus - minus)
        assert abs(values(row[8])[i] - gradient) < 1e-8, row
        after.append(max(lows[i], min(highs[i], theta[i] + rate * scales[i] ** 2 * gradient)))
        assert abs(values(row[9])[i] - after[i]) < 1e-2 * scales[i], (row, after)
    theta = after if step == 0 else values(row[9])
END
	# what was found so far: after two steps, where the second one led
	same "found" "$(query "select farm.tuning_found(t.id) = array(select round(v)::int from farm.tuning_steps s, unnest(moved_to) v
		where s.tournament_id = t.id and s.step = 2) from farm.tournaments t where name = 'steps-$$'")" t
	cancel steps-$$
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'steps-$$'"
}

# Where one side is better by a rule, the search finds what is best: + wins a game as often as it is nearer to gap=2000, alternative=10.
test_finds_what_is_best() {
	local n
	ctl tune create best-$$ --player 'dumbbot(gap=9000,alternative=90)' --tune 'gap alternative' --games 1600 --batch 16 --gain 4 --seed "$SEED"
	query "update farm.tournaments set paused = true where name = 'best-$$'"
	for n in {1..100}; do
		finish best "(select abs(hashtext('$SEED/' || g.number)) % 1000 < 500 + 500 * (m.far - p.far) from farm.tuning_steps s
			cross join lateral (select abs(minus[1] - 10) / 90.0 + abs(minus[2] - 2000) / 8000.0 as far) m
			cross join lateral (select abs(plus[1] - 10) / 90.0 + abs(plus[2] - 2000) / 8000.0 as far) p
			where s.tournament_id = t.id and s.ended_at is null)"
		query "select farm.tunings_advance()" >/dev/null
	done
	same "ending" "$(query "select ending, step from farm.tuning_progress where tournament = 'best-$$'")" "all played|100"
	query "select found from farm.tuning_progress where tournament = 'best-$$'"
	holds "abs(f[2] - 2000) < 1500 and abs(f[1] - 10) < 15 from farm.tournaments t, farm.tuning_found(t.id) f where name = 'best-$$'"
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'best-$$'"
}

# ── its course ──

# With one worker, with three, with workers and supervisors killed at any moment: the same course.
test_same_after_any_history() {
	local daemon worker i
	create one
	aresd --until-done --workers 1
	same "steps" "$(query "select steps, step, games, played, ending from farm.tuning_progress where tournament = 'one-$$'")" "6|6|48|48|all played"
	create three
	aresd --until-done --workers 3 --batch 2 &
	daemon=$!
	# whoever watches it sees it to its end, and not to that of a step
	within 60 eval "ctl watch three-$$ | tail -1 | grep -q '^48 of 48 games.*: all played\$'"
	wait $daemon
	same "three workers" "$(course three) $(ctl tournament digest three-$$)" "$(course one) $(ctl tournament digest one-$$)"
	create killed
	for i in 5 20 33 41; do
		"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 --lease 2 2>/dev/null &
		daemon=$!
		wait_for 20 holds "played >= $i from farm.tuning_progress where tournament = 'killed-$$'"
		for worker in $(pgrep -P $daemon) $daemon; do
			kill -KILL "$worker" 2>/dev/null || true
		done
		wait $daemon 2>/dev/null || true
	done
	aresd --until-done --workers 2 2>/dev/null
	same "killed workers" "$(course killed) $(ctl tournament digest killed-$$)" "$(course one) $(ctl tournament digest one-$$)"
	ctl verify killed-$$ --players | grep -q 'all agree'
	create seeded --seed $((SEED + 1))
	aresd --until-done --workers 2
	[ "$(course seeded)" != "$(course one)" ]
}

# Whether anything is left is one look at the farm. If its parts looked one after the other, a step made between them would be in none
# of them, and aresd would end.
test_one_look() {
	same "functions that look again" "$(query "select proname from pg_proc where pronamespace = 'farm'::regnamespace
		and proname in ('games_left', 'tuning_is_due', 'stop_is_due') and provolatile <> 's'")" ""
}

# Between two steps nothing is open but the next step. aresd makes it before it ends.
test_killed_between_steps() {
	create between
	query "update farm.tournaments set paused = true where name = 'between-$$'"
	finish between true
	holds "farm.games_left()"
	query "begin; select farm.tunings_advance(); rollback" >/dev/null
	same "a step that did not end" "$(query "select count(*), max(last_game) from farm.tuning_steps s join farm.tournaments t on t.id = tournament_id
		where name = 'between-$$'")" "1|8"
	aresd --until-done --workers 1
	same "the next step" "$(query "select step from farm.tuning_progress where tournament = 'between-$$'; select state, count(*) from farm.games g
		join farm.tournaments t on t.id = tournament_id where name = 'between-$$' group by 1 order by 1" | paste -sd' ')" "1 pending|8 finished|8"
	cancel between-$$
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'between-$$'"
}

# Many sessions make the next step at once: there is one.
test_a_step_is_made_once() {
	local i n pids
	create once
	query "update farm.tournaments set paused = true where name = 'once-$$'"
	for n in 1 2 3; do
		finish once 'g.number % 3 = 0'
		pids=
		for i in 1 2 3 4 5 6; do
			query "select farm.tunings_advance()" >/dev/null &
			pids="$pids $!"
		done
		for i in $pids; do
			wait "$i"
		done
		same "after step $n" "$(query "select max(step), t.games, count(distinct g.number), max(g.number), count(*) filter (where step = $n and ended_at is null)
			from farm.tuning_steps s join farm.tournaments t on t.id = s.tournament_id join farm.games g on g.tournament_id = t.id
			where name = 'once-$$' group by t.id")" "$((n + 1))|$((8 * n + 8))|$((8 * n + 8))|$((8 * n + 8))|0"
	done
	# a session that still sees the step before
	finish once true
	session_open late "$(query "select current_user")"
	same "a look" "$(session_say late "begin isolation level repeatable read; select count(*) > 0 from farm.tunings")" t
	query "select farm.tunings_advance()" >/dev/null
	session_say late "select farm.tunings_advance()" | grep -q 'could not serialize access'
	session_close late
	same "after step 4" "$(query "select max(step), count(ending) from farm.tuning_steps s join farm.tunings u using (tournament_id)
		join farm.tournaments t on t.id = tournament_id where name = 'once-$$'")" "5|0"
	cancel once-$$
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'once-$$'"
}

# Workers that have other games to play claim none of the tuning, and find none to be missing. The supervisor makes the next step.
test_workers_with_other_games() {
	create waits
	ctl tournament create busy-$$ --games 6000 --seats random,random
	ctl tournament priority busy-$$ 10
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "finished > 0 from farm.progress where tournament = 'busy-$$'"
	finish waits true
	wait_for 20 holds "step = 1 from farm.tuning_progress where tournament = 'waits-$$'"
	holds "finished < games from farm.progress where tournament = 'busy-$$'"
	kill $daemon
	wait $daemon || true
	cancel busy-$$
	cancel waits-$$
	query "delete from farm.tallies f using farm.tournaments t where t.id = f.tournament_id and t.name = 'waits-$$'"
}

# A game that was put aside holds the tuning up, and show says so. Played, it goes on.
test_a_game_aside_holds_up() {
	create aside
	ctl game cancel aside-$$/3
	aresd --until-done
	within 20 ctl watch aside-$$ | grep -q '; game 3 is put aside'
	ctl tune show aside-$$ | grep -q '; game 3 is put aside, and there is no next step until it is played$'
	ctl tournament status aside-$$ | grep -q '; game 3 is put aside, and there is no next step until it is played$'
	ctl game retry aside-$$/3
	aresd --until-done
	same "its course" "$(course aside)" "$(course one)"
}

# A tuning whose rows were changed by hand fails by itself. Another one goes on.
test_one_that_cannot_go_on() {
	create broken
	query "delete from farm.tuning_settings s using farm.tournaments t where t.id = s.tournament_id and t.name = 'broken-$$'"
	create beside
	aresd --until-done
	same "broken" "$(query "select ending, reason is not null from farm.tuning_progress where tournament = 'broken-$$'")" "failed|t"
	ctl tune show broken-$$ | grep -q '; failed: '
	same "the other one" "$(course beside)" "$(course one)"
}

# A third player takes turns at the powers, too. What both sides gain is less then, and the difference counts for more, up to 1.
test_against_others() {
	create others --against random --batch 12
	aresd --until-done --workers 2
	same "seats" "$(query "select string_agg(distinct s.entrant || ' ' || u.player, ', '), t.block, count(distinct u.id) filter (where s.entrant = 2)
		from farm.seats s join farm.users u on u.id = s.user_id join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = tournament_id
		where t.name = 'others-$$' group by t.id")" "0 dumbbot, 1 dumbbot, 2 random|3|1"
	same "gradients" "$(query "select bool_and(abs(gradient[1] - greatest(-1, least(1, 1.5 * (plus_share - minus_share))) / (plus[1] - minus[1])) < 1e-7), count(*)
		from farm.tuning_steps s join farm.tournaments t on t.id = s.tournament_id where t.name = 'others-$$'")" "t|4"
}

# The users of a tuning are those that aresctl makes of the same players, also of settings that came later.
test_users_as_those_of_aresctl() {
	local users spec name=u0
	ctl tune create users-$$ --player 'ares(cycles=20)' --tune 'near=0..100 depth=1..2 convoys' --games 8 --batch 2 --rounds 2 --seed "$SEED"
	aresd --until-done
	users=$(query "select count(*) from farm.users")
	for spec in $(query "select distinct u.label from farm.tuning_steps s join farm.tournaments t on t.id = s.tournament_id
			join farm.users u on u.id in (plus_id, minus_id) where t.name = 'users-$$'"); do
		name=u$((${name#u} + 1))
		ctl tournament create "$name-$$" --games 2 --seats "$spec,ares(cycles=20)" --rounds 2
		cancel "$name-$$"
	done
	same "users" "$(query "select count(*) from farm.users")" "$users"
	same "labels told apart" "$(query "select count(*) from (select from farm.users group by label, player having count(*) > 1 and label like 'ares%') d")" 0
}

# ── what people see ──

test_said() {
	same "list" "$(ctl tune list | sed -n "/^one-$$ /s/  */ /gp" | cut -d' ' -f2-5)" "48 48 all played"
	ctl tune show one-$$ | grep -q '^tuning dumbbot by squares: 6 of 6 steps, 48 of 48 games: all played$'
	ctl tune show one-$$ | grep -qE "^fallattack +600 +0 +1000 +0 +[0-9.]+ +[0-9]+$"
	ctl tune show one-$$ | grep -qE "^step 6, \+: [0-9.]+ % of the points with fallattack=[0-9]+ alternative=[0-9]+ gap=[0-9]+$"
	same "what was found" "$(ctl tune show one-$$ | sed -n 's/^found so far: //p')" "$(query "select found from farm.tuning_progress where tournament = 'one-$$'")"
	ctl tune list --json | python3 -c "import json, sys; assert [t['step'] for t in json.load(sys.stdin) if t['tournament'] == 'one-$$'] == [6]"
	ctl tune show one-$$ --json | python3 -c "import json, sys; t = json.load(sys.stdin)
assert t['progress']['ending'] == 'all played' and [s['setting'] for s in t['settings']] == ['fallattack', 'alternative', 'gap'], t"
	same "steps asked for" "$(ctl query tuning one-$$ every=4 --format csv | cut -d, -f1 | paste -sd' ')" "step 4 6"
	same "the same again" "$("$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} tune create one-$$ --player 'dumbbot(fallattack=0)' \
		--tune 'fallattack=0..1000 gap alternative=0..100/20' --games 48 --batch 8 --gain 20 --rules standard --rounds 12 --seed "$SEED" | wc -l)" 3
	same "steps after that" "$(query "select step from farm.tuning_progress where tournament = 'one-$$'")" 6
}

test_verify_makes_tournaments() {
	refused "no step is played yet" ctl tune verify "$(create fresh; echo fresh-$$)"
	cancel fresh-$$
	ctl tune verify one-$$ --games 4
	same "seats" "$(query "select name, block, games, round_limit, rules, seed - $SEED, players = (select found || ',' || case when name like '%-start'
			then start else 'dumbbot' end from farm.tuning_progress where tournament = 'one-$$')
		from farm.tournaments where name like 'one-$$-%' order by name" | paste -sd' ')" "one-$$-normal|2|4|12|standard|1|t one-$$-start|2|4|12|standard|1|t"
	refused "one-$$-start or one-$$-normal exists already" ctl tune verify one-$$ --games 4
	aresd --until-done
	same "played" "$(query "select sum(finished) from farm.progress where tournament like 'one-$$-%'")" 8
	refused "--games 5: must be a multiple of 2" ctl tune verify one-$$ --games 5
	refused "is the seed of the tuning" ctl tune verify three-$$ --games 4 --seed "$SEED"
}

test_cancel_and_drop() {
	local id
	create gone
	id=$(query "select id from farm.tournaments where name = 'gone-$$'")
	same "cancelled" "$(loud tune cancel gone-$$)" "tuning gone-$$: cancelled after 0 steps, with 8 games"
	aresd --until-done
	same "state" "$(query "select ending, step from farm.tuning_progress where tournament = 'gone-$$'")" "cancelled|0"
	refused "drop tuning gone-$$" ctl tune drop gone-$$ || refused "--yes" ctl tune drop gone-$$
	same "dropped" "$(loud tune drop gone-$$ --yes)" "tuning gone-$$: dropped, with 8 games"
	aresd --until-done
	query "select farm.sweep(2000)" >/dev/null
	same "what is left" "$(query "select (select count(*) from farm.tunings where tournament_id = $id) + (select count(*) from farm.tuning_settings
		where tournament_id = $id) + (select count(*) from farm.tuning_steps where tournament_id = $id) + (select count(*) from farm.games
		where tournament_id = $id) + (select count(*) from farm.tournaments where id = $id)")" 0
	refused "no tuning gone-$$; aresctl tune list lists them" ctl tune show gone-$$
	refused "no tuning gone-$$" ctl tune cancel gone-$$
}

test_refusals() {
	local bad
	bad() { refused "$1" ctl tune create no-$$ --player 'scorer(near=90)' "${@:2}"; }
	bad "--tune: scorer has no setting 'depth'" --tune depth=1..3
	bad "--tune: scorer: near is a number from 0 to 100, not 200" --tune near=0..200
	bad "--tune: scorer: near is a number from 0 to 100, not -1" --tune near=-1..100
	bad "--tune: near=9..9: the second number must be greater" --tune near=9..9
	bad "--tune: near begins with 90, which is outside of 0..50" --tune near=0..50
	bad "--tune: near is given twice" --tune 'near open near=0..100'
	bad "--tune: near=80..100/11: must be perturbed by 1 to 10" --tune near=80..100/11
	bad "--tune: near=80..100/0: must be perturbed by 1 to 10" --tune near=80..100/0
	for bad in near=1 near= near=1.. near=a..b near=80..100/ near=80..100/x near=80..100,open near,open; do
		refused "--tune: '${bad%% *}' must be like near=0..100 or near=0..100/10" ctl tune create no-$$ --player 'scorer(near=90)' --tune "$bad"
	done
	bad "must begin with the name of a setting" --tune ''
	bad "must begin with the name of a setting" --tune '=1..2'
	bad "--batch 7: must be a multiple of 2" --tune near --batch 7
	bad "--games 100: must be a multiple of the 32 games of a step (--batch)" --tune near --games 100
	bad "--against: 'nobody' is no player" --tune near --against nobody
	bad "--against: must be players of the farm" --tune near --against random,@ann
	refused "random has no setting 'near': it has none" ctl tune create no-$$ --player random --tune near
	refused "must be a player of the farm" ctl tune create no-$$ --player @ann --tune near
	refused "a tournament one-$$ exists already, with tuning fallattack=0..1000/100 alternative=0..100/20 gap=0..10000/1000, 48 games by 8, squares, gain 20 (not" \
		ctl tune create one-$$ --player 'dumbbot(fallattack=0)' --tune fallattack=0..1000 --games 48 --batch 8 --rules standard --rounds 12 --seed "$SEED"
	refused "at most 56 letters" ctl tune create "$(printf 'x%.0s' {1..57})" --player dumbbot --tune gap
	same "what is left of them" "$(query "select count(*) from farm.tournaments where name = 'no-$$'")" 0
}

# Readers see all of it. Only the owner makes, cancels and drops. A worker makes steps, and writes no table of it.
test_rights() {
	local role
	role_make farm_reader reader_tune_$$
	role_make farm_worker worker_tune_$$
	role_make farm_agent agent_tune_$$
	as reader_tune_$$ -c "select count(*) from farm.tuning_course" >/dev/null
	PGOPTIONS="-c role=reader_tune_$$" ctl tune show one-$$ | grep -q 'all played'
	for role in reader_tune_$$ worker_tune_$$ agent_tune_$$; do
		(export PGOPTIONS="-c role=$role"; refused "" ctl tune create "no-$$" --player dumbbot --tune gap)
		(export PGOPTIONS="-c role=$role"; refused "" ctl tune drop one-$$ --yes)
		! as $role -c "update farm.tuning_steps set signs = signs" 2>/dev/null
		! as $role -c "delete from farm.tunings" 2>/dev/null
	done
	as worker_tune_$$ -c "select farm.tunings_advance()" >/dev/null
	! as reader_tune_$$ -c "select farm.tunings_advance()" 2>/dev/null
	! as agent_tune_$$ -c "select 1 from farm.tuning_progress" 2>/dev/null
	same "it is still there" "$(query "select step from farm.tuning_progress where tournament = 'one-$$'")" 6
}

# A tuning that is under way goes on in another farm, and takes the same course there.
test_goes_on_elsewhere() {
	local here=${CONNINFO:-}
	create moved
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	wait_for 20 holds "played >= 18 from farm.tuning_progress where tournament = 'moved-$$'"
	kill $!
	wait $! || true
	ctl backup moved-$$ --output "$hostile_dir/backup"
	other_database aresfarm_tune_$$
	trap "hostile_end; CONNINFO='$here' query 'drop database aresfarm_tune_$$ with (force)'" EXIT
	CONNINFO=$conninfo
	ctl init >/dev/null
	ctl restore "$hostile_dir/backup"
	aresd --until-done --workers 2
	same "its course" "$(course moved)" "$(CONNINFO=$here course one)"
}

run_tests
