#!/bin/bash
# roles: the rights of worker, reader, agent and web server. A table has all that is granted to them. They play a farm. Each tries what it
# may not do.
. tests/suite.sh

worker=worker_$$ reader=reader_$$ agent=agent_$$ web=web_$$ nobody=nobody_$$
ctl init >/dev/null
query "create role $worker login in role farm_worker; create role $reader login in role farm_reader;
	create role $agent login in role farm_agent; create role $web login in role farm_web;
	create role $nobody login"
trap 'query "drop role $worker, $reader, $agent, $web, $nobody"' EXIT

# as ROLE COMMAND...: runs a command with the rights of a role.
as() {
	local role=$1
	shift
	PGOPTIONS="-c role=$role" "$@"
}

# asks ROLE SQL: like query, with the rights of a role.
asks() { as "$1" query "$2"; }

# ── by the catalogue ──

# A line for everything in the schemas farm, api and web: what is granted on it to others than its owner. "definer": a function that
# runs as its owner. Nothing is granted on partitions: a statement on boards needs rights on boards only.
granted() {
	query "with thing as (
		select oid, 'relation' as kind, relnamespace as schema, relname::text as name, relowner as owner,
		       coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::\"char\", relowner)) as acl
		from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not relispartition
		union all
		select oid, 'function', pronamespace, proname || case when prosecdef then ' definer' else '' end, proowner,
		       coalesce(proacl, acldefault('f', proowner))
		from pg_proc
		union all
		select oid, 'schema', oid, nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace),
	entry as (
		select kind, oid, owner, a.grantee, lower(a.privilege_type) || case when a.is_grantable then '*' else '' end as what
		from thing, aclexplode(acl) a
		union all
		select kind, thing.oid, owner, a.grantee, format('%s(%s)', lower(a.privilege_type), string_agg(attname, ',' order by attnum))
		from thing join pg_attribute on kind = 'relation' and attrelid = thing.oid, aclexplode(attacl) a
		group by kind, thing.oid, owner, a.grantee, a.privilege_type)
	select line from (select kind || ' ' || case when kind <> 'schema' and schema <> 'farm'::regnamespace
			then schema::regnamespace || '.' else '' end
		|| name || coalesce(': ' || (
		select string_agg(who || ' ' || what, '; ' order by who)
		from (select case grantee when 0 then 'public' else grantee::regrole::text end as who,
		             string_agg(what, ' ' order by what) as what
		      from entry e where (e.kind, e.oid) = (thing.kind, thing.oid) and grantee <> owner group by grantee) g), '') as line
	from thing where schema in ('api'::regnamespace, 'farm'::regnamespace, 'web'::regnamespace)) l order by line collate \"C\""
}

# same_lines GRANTED TABLE: fails with the lines that the table needs, and with those that it must not have.
same_lines() {
	[ "$1" = "$2" ] && return
	LC_ALL=C sort -c <<<"$2" 2>/dev/null || echo "the lines of the table are not sorted by bytes (LC_ALL=C sort)"
	LC_ALL=C comm -3 <(LC_ALL=C sort <<<"$1") <(LC_ALL=C sort <<<"$2") |
		sed "s/^\t/in the table, but not granted: /; t; s/^/granted, but not in the table: /"
	return 1
}

# Everything new needs a line here that says which roles may use it. schema/rights.sql grants the rights.
test_everything_granted() {
	same_lines "$(granted)" "$(cat <<'MATRIX'
function agents_bound definer: farm_worker execute
function agents_end
function api.seat definer: farm_agent execute
function api.seat_board definer: farm_agent execute
function api.seat_history definer: farm_agent execute
function api.seat_others definer: farm_agent execute
function api.seat_phases definer: farm_agent execute
function api.seat_pulse definer: farm_agent execute
function api.seat_submit_orders definer: farm_agent execute
function api.seat_turn definer: farm_agent execute
function api.seat_withdraw_final definer: farm_agent execute
function api.submit_orders definer: farm_agent execute
function archive_digest
function archive_parts
function area_code
function batch_write definer: farm_worker execute
function beta_fraction: farm_reader execute; farm_web execute
function boards_at: farm_reader execute
function boards_attach
function boards_drop
function boards_make
function boards_of definer: farm_agent execute; farm_reader execute; farm_web execute
function boards_table
function boards_unsummed: farm_reader execute; farm_web execute
function bots_missing definer: farm_reader execute; farm_worker execute
function bounded: farm_reader execute; farm_web execute
function build_problem
function by_year: farm_reader execute
function caller: farm_agent execute; farm_web execute
function choices: farm_reader execute; farm_web execute
function claims_lock
function clipped: farm_reader execute; farm_web execute
function daide_awaits
function daide_check
function daide_passcode
function decisions_of: farm_reader execute; farm_web execute
function deviation: farm_reader execute
function draw_agreed definer: farm_worker execute
function draw_vote
function draw_voters
function fault_add definer: farm_worker execute
function fence
function first_decisions: farm_reader execute
function first_year: farm_agent execute; farm_reader execute; farm_web execute
function game_accuse definer: farm_worker execute
function game_cancel
function game_digest: farm_reader execute
function game_failed definer: farm_worker execute
function game_put_aside definer: farm_worker execute
function game_quarantine
function game_record
function game_retry
function game_take
function game_wait definer: farm_worker execute
function games_add
function games_claim definer: farm_worker execute
function games_delete
function games_left definer: farm_worker execute
function games_lock
function games_resume definer: farm_worker execute
function gamma_step: farm_reader execute; farm_web execute
function head_to_head: farm_reader execute; farm_web execute
function hint
function histogram: farm_reader execute; farm_web execute
function initials_differ
function interval95: farm_reader execute
function knowledge_bound definer: farm_worker execute
function knowledge_give definer: farm_worker execute
function knowledge_take definer: farm_worker execute
function least_blocks: farm_reader execute; farm_web execute
function link_again
function link_invite
function link_make
function link_open
function links_withdraw
function listen definer: farm_worker execute
function luce_fit: farm_reader execute; farm_web execute
function no_unit
function normal_below: farm_reader execute
function openings: farm_reader execute
function order_action: farm_agent execute; farm_reader execute; farm_web execute
function order_aux: farm_agent execute; farm_reader execute; farm_web execute
function order_aux_type: farm_agent execute; farm_reader execute; farm_web execute
function order_complete
function order_dislodged: farm_agent execute; farm_reader execute; farm_web execute
function order_form: farm_agent execute; farm_reader execute; farm_web execute
function order_given: farm_agent execute; farm_reader execute; farm_web execute
function order_helps: farm_agent execute; farm_reader execute; farm_web execute
function order_kind: farm_agent execute; farm_reader execute; farm_web execute
function order_length_max
function order_parse
function order_problem
function order_read
function order_result: farm_agent execute; farm_reader execute; farm_web execute
function order_symbol
function order_text: farm_agent execute; farm_reader execute; farm_web execute
function order_to: farm_agent execute; farm_reader execute; farm_web execute
function order_tokens
function order_via: farm_agent execute; farm_reader execute; farm_web execute
function orders_played definer: farm_worker execute
function orders_submitted definer: farm_worker execute
function phase_is_adjustment: farm_reader execute
function phase_is_move: farm_reader execute; farm_web execute
function phase_is_retreat: farm_agent execute; farm_reader execute; farm_web execute
function phase_name: farm_agent execute; farm_reader execute; farm_web execute
function phase_of_year: farm_reader execute; farm_web execute
function phase_round: farm_reader execute; farm_web execute
function phase_time
function phase_year: farm_agent execute; farm_reader execute; farm_web execute
function powers_by_year: farm_reader execute
function prunable
function queues_open
function ratings: farm_reader execute; farm_web execute
function ratio95: farm_reader execute
function reachable: farm_reader execute; farm_web execute
function recording_close
function recording_open
function resolutions: farm_reader execute; farm_web execute
function restore_check
function restore_close
function restore_copy
function restore_daide
function restore_map
function restore_open
function restore_part
function restore_stop
function restore_user
function result_name: farm_agent execute; farm_reader execute; farm_web execute
function score_table: farm_reader execute
function seat_board
function seat_history
function seat_open
function seat_others
function seat_pulse
function seat_submit_orders
function seat_told
function seat_turn
function seat_withdraw_final
function setting: farm_reader execute
function share95: farm_reader execute; farm_web execute
function shares_by_year: farm_reader execute
function sharing_by_year: farm_reader execute
function solve: farm_reader execute; farm_web execute
function stage_name: farm_reader execute; farm_web execute
function stop_bounds
function stop_cut
function stop_estimate: farm_reader execute; farm_web execute
function stop_is_due definer: farm_reader execute
function stop_judge
function stop_least
function stop_make
function stop_variance: farm_reader execute; farm_web execute
function stop_verdict
function stops_judge definer: farm_worker execute
function student_p: farm_reader execute; farm_web execute
function student_t: farm_reader execute; farm_web execute
function summaries_of: farm_reader execute; farm_web execute
function summaries_put
function supervisor_attach definer: farm_worker execute
function supervisors_connected definer: farm_reader execute; farm_web execute; farm_worker execute
function sweep definer: farm_worker execute
function tournament_cancel
function tournament_create
function tournament_digest definer: farm_reader execute
function tournament_drop
function tournament_named: farm_reader execute
function tournament_prune
function tournament_seed definer: farm_reader execute; farm_worker execute
function transposed: farm_reader execute; farm_web execute
function tuning_chance
function tuning_found: farm_reader execute
function tuning_is_due
function tuning_make
function tuning_moved
function tuning_rate
function tuning_reach
function tuning_seat: farm_reader execute
function tuning_sides
function tuning_step_end
function tuning_step_make
function tuning_user
function tuning_verify
function tunings_advance definer: farm_worker execute
function turn_ask definer: farm_worker execute
function turn_hold
function turn_keep
function turn_reopen
function turn_submit
function turn_unit
function turns_delete
function turns_lapse definer: farm_worker execute
function turns_over definer: farm_worker execute
function turns_take
function unit_apart: farm_agent execute; farm_reader execute; farm_web execute
function unit_area: farm_agent execute; farm_reader execute; farm_web execute
function unit_power: farm_agent execute; farm_reader execute; farm_web execute
function unit_type: farm_agent execute; farm_reader execute; farm_web execute
function web.again definer: farm_web execute
function web.board definer: farm_web execute
function web.history definer: farm_web execute
function web.invite definer: farm_web execute
function web.links definer: farm_web execute
function web.others definer: farm_web execute
function web.pulses definer: farm_web execute
function web.seat definer: farm_web execute
function web.submit_orders definer: farm_web execute
function web.turn definer: farm_web execute
function web.withdraw definer: farm_web execute
function web.withdraw_final definer: farm_web execute
function wilson95: farm_reader execute; farm_web execute
function workers_leave definer: farm_worker execute
function workers_recover: farm_worker execute
relation api.areas: farm_agent select
relation api.borders: farm_agent select
relation api.my_centres: farm_agent select
relation api.my_games: farm_agent select
relation api.my_orders: farm_agent select
relation api.my_turns: farm_agent select
relation api.my_units: farm_agent select
relation areas: farm_reader select; farm_web select; farm_worker select
relation awaited: farm_reader select
relation blocks: farm_reader select; farm_web select
relation boards: farm_reader select; farm_web select; farm_worker select
relation case_results: farm_reader select
relation case_runs: farm_reader select
relation case_runs_id_seq
relation centres: farm_reader select; farm_web select
relation channels
relation comparisons: farm_reader select; farm_web select
relation daide_seats
relation decisions: farm_reader select
relation draw_votes
relation duels: farm_reader select
relation efforts: farm_reader select
relation faults: farm_reader select; farm_worker select
relation faults_told: farm_reader select
relation gains: farm_reader select; farm_web select
relation games: farm_reader select; farm_web select(id,tournament_id,number,state,queue,aside,worker_id,claimed_at,finished_at,ending,winner,phase,phases,centres,units)
relation games_id_seq
relation games_mine
relation incidents: farm_reader select
relation knowledge: farm_reader select
relation knowledge_id_seq
relation known: farm_reader select
relation links
relation links_id_seq
relation lookups: farm_reader select
relation maps: farm_reader select; farm_web select
relation maps_id_seq
relation open_phases: farm_reader select; farm_web select
relation open_turns
relation orders: farm_reader select; farm_web select
relation outcomes: farm_reader select; farm_web select
relation overdue: farm_reader select; farm_web select
relation pending_orders
relation played: farm_reader select; farm_web select
relation played_orders: farm_reader select
relation progress: farm_reader select; farm_web select
relation recorded: farm_reader select
relation resolution: farm_reader select; farm_web select
relation results: farm_reader select; farm_web select
relation schema_version: farm_daide select; farm_reader select; farm_web select; farm_worker select
relation score_blocks: farm_reader select
relation score_comparisons: farm_reader select
relation score_gains: farm_reader select
relation score_standings: farm_reader select
relation scores: farm_reader select; farm_web select
relation seats: farm_reader select; farm_web select; farm_worker select
relation standings: farm_reader select; farm_web select
relation standings_by_power: farm_reader select; farm_web select
relation stopping: farm_reader select
relation stopping_told: farm_reader select; farm_web select
relation stops: farm_reader select; farm_web select
relation summaries: farm_reader select; farm_web select
relation supervisors
relation supervisors_id_seq
relation taken_orders
relation tallies: farm_reader select
relation thesis_results: farm_reader select
relation thesis_table_10: farm_reader select
relation thesis_table_11: farm_reader select
relation thesis_table_12: farm_reader select
relation thesis_table_2: farm_reader select
relation thesis_table_3: farm_reader select
relation thesis_table_4: farm_reader select
relation thesis_table_5: farm_reader select
relation thesis_table_6: farm_reader select
relation thesis_table_7: farm_reader select
relation thesis_table_9: farm_reader select
relation tournaments: farm_reader select(id,name,map_id,rules,judge,games,round_limit,seats,diplomatic_time,retreat_time,adjustment_time,priority,weight,paused,dropped,created_at,draw_after,block,players,start_case,start_phase,start_units,start_owners,team,hints,bots); farm_web select(id,name,map_id,rules,judge,games,round_limit,seats,diplomatic_time,retreat_time,adjustment_time,paused,dropped,created_at,draw_after,block,players,start_case,start_phase,team,hints); farm_worker select
relation tournaments_id_seq
relation tuning_course: farm_reader select
relation tuning_progress: farm_reader select
relation tuning_settings: farm_reader select
relation tuning_steps: farm_reader select
relation tuning_told: farm_reader select
relation tunings: farm_reader select
relation turns
relation units: farm_reader select; farm_web select
relation users: farm_reader select; farm_web select(id,name,player,label); farm_worker select
relation users_id_seq
relation workers: farm_reader select; farm_web select; farm_worker insert(host,pid,supervisor,version,threads) select update(heartbeat_at,gone_at,phases,games,refused_writes,bots)
relation workers_id_seq
schema api: farm_agent usage
schema farm: farm_daide usage; farm_reader usage; farm_web usage; farm_worker usage
schema web: farm_web usage
MATRIX
	)"
}

# has_*_privilege also sees rights by membership. A role in no group has no rights. No role but the owner has rights on the
# partitions of a new tournament.
test_nobody_and_partitions() {
	ctl tournament create partition-$$ --games 1 --seats random,random
	cancel partition-$$
	same "what $nobody may" "$(query "select c.relname from pg_class c
			where relnamespace in ('api'::regnamespace, 'farm'::regnamespace, 'web'::regnamespace) and relkind in ('r', 'p', 'v')
			and has_any_column_privilege('$nobody', c.oid, 'select,insert,update,references')
		union all select proname from pg_proc p
			where pronamespace in ('api'::regnamespace, 'farm'::regnamespace, 'web'::regnamespace)
			and has_function_privilege('$nobody', p.oid, 'execute')
		union all select nspname from pg_namespace
			where nspname in ('api', 'farm', 'web') and has_schema_privilege('$nobody', oid, 'usage,create')")" ""
	same "partitions others may use" "$(query "select c.relname, r
		from pg_class c, unnest('{$worker,$reader,$agent,$web,$nobody}'::text[]) r
		where c.relispartition and relnamespace = 'farm'::regnamespace
		and (has_any_column_privilege(r, c.oid, 'select,insert,update,references')
		     or has_table_privilege(r, c.oid, 'delete,truncate,trigger'))")" ""
	holds "count(*) > 0 from pg_class where relispartition and relnamespace = 'farm'::regnamespace and relkind = 'r'"
}

# Functions that run as their owner look names up only in schemas where no other role can create any.
test_definers_fix_their_path() {
	local definers="from pg_proc where prosecdef and pronamespace in ('api'::regnamespace, 'farm'::regnamespace, 'web'::regnamespace)"
	same "functions with another path" "$(query "select proname $definers
		and not coalesce(proconfig @> array['search_path=pg_catalog, pg_temp'], false)")" ""
	same "definers" "$(query "select count(*) > 0 $definers")" t
}

# A second init makes functions and views anew, and grants again.
test_init_grants_again() {
	query "revoke select on farm.orders, farm.boards from farm_reader; grant execute on function farm.openings to public;
		revoke execute on function farm.batch_write from farm_worker; grant usage on schema api to public;
		revoke select on api.my_turns from farm_agent;
		grant select on farm.tournaments to farm_reader; grant update (seed) on farm.tournaments to farm_worker"
	ctl init
	asks "$reader" "select count(*) from farm.orders, farm.boards where false"
	test_everything_granted
}

# ── a farm that they play ──

# A daemon that runs as the owner and one that runs as a worker write the same games. The worker also plays games of an
# external player that lets every deadline pass.
test_worker_plays() {
	local digest outsiders="random,@$agent,random,random,random,random,@$agent"
	ctl tournament create owner-$$ --games 6 --seats "$seats" --seed "$SEED"
	digest=$(play owner-$$ --workers 2)
	ctl tournament create worker-$$ --games 6 --seats "$seats" --seed "$SEED"
	ctl tournament create external-$$ --games 2 --seats "$outsiders" --rules standard --rounds 4 --seed "$SEED" \
		--diplomatic-time 1s --retreat-time 1s --adjustment-time 1s
	as "$worker" aresd --until-done --workers 2 --batch 4 2>"$B/roles.$$.log" || { cat "$B/roles.$$.log"; return 1; }
	same "what it logged" "$(went_wrong "$B/roles.$$.log")" ""
	rm "$B/roles.$$.log"
	same digest "$(digests worker-$$)" "$digest"
	holds "finished = 2 from farm.progress where tournament = 'external-$$'"
	as "$reader" ctl verify external-$$ | grep -q 'all agree'
	# its share of the housekeeping
	ctl tournament drop --yes owner-$$
	same "games swept" "$(asks "$worker" "select farm.sweep(2000)")" 6
	holds "not exists (select from farm.tournaments where dropped)"
}

# A reader can use every view, question and report.
test_reader_reads() {
	local file
	ctl tournament create read-$$ --games 4 --seats "$seats" --seed "$SEED"
	ctl experiment matrix read-$$ --players random,randbot --games 7 --rounds 2
	ctl tune create tuned-$$ --player dumbbot --tune 'attack gap' --games 8 --batch 4 --rounds 2
	ctl experiment cases read-$$ --rules thesis tests/cases/rulebook.cases >/dev/null
	as "$worker" aresd --until-done
	for file in sql/*.sql sql/thesis/*.sql; do
		[ "$file" = sql/views.sql ] || as "$reader" ctl psql -Xq -v ON_ERROR_STOP=1 -v t=read-$$ -f "$file" >/dev/null
	done
	asks "$reader" "$(query "select string_agg(format('select * from %s limit 1', oid::regclass), ';') from pg_class
		where relnamespace = 'farm'::regnamespace and has_table_privilege('farm_reader', oid, 'select')
		and relkind in ('r', 'p', 'v')")" >/dev/null
	as "$reader" ctl tournament list | grep -q "read-$$ .*all played"
	as "$reader" ctl tournament list --json | grep -q read-$$
	as "$reader" ctl tournament status read-$$ | grep -q '4 finished'
	as "$reader" ctl tune show tuned-$$ | grep -q '^tuning dumbbot by squares: 2 of 2 steps, 8 of 8 games: all played$'
	as "$reader" ctl show read-$$/1 S1901M | grep -q 'A '
	as "$reader" ctl verify --players read-$$ | grep -q 'all agree'
	as "$reader" ctl metrics | grep -q 'aresfarm_games{.*read-'
	as "$reader" ctl watch read-$$ | grep -q 4
	same digest "$(as "$reader" ctl tournament digest read-$$)" "$(ctl tournament digest read-$$)"
}

# ── what they may not do ──

# wait_open NAME: makes a game that waits for the agent. The agent has submitted the orders of one of its two powers.
wait_open() {
	ctl tournament create "$1-$$" --games 1 --seats "random,random,@$agent,random,@$agent,random,random" --rules standard
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true; query "select farm.workers_recover('\''1 hour'\'')"; cancel '"$1-$$" EXIT
	wait_for 10 holds "count(*) = 2 from farm.turns t join farm.games g on g.id = t.game_id and g.state = 'waiting'
		join farm.tournaments n on n.id = g.tournament_id where n.name = '$1-$$'"
	kill -TERM $daemon
	wait $daemon
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$1-$$'")
	same "problems" "$(asks "$agent" "select problem from api.submit_orders($game, '{A par - bur}', power => 'FRA')
		where problem is not null")" ""
	same "orders kept" "$(query "select orders from farm.pending_orders where game_id = $game")" '{"A par - bur"}'
}

# refused_write SQL: a write of the worker that the fence or a key refuses.
refused_write() {
	local said
	said=$(asks "$worker" "$1" 2>&1) && same "$1" "$said" "refused"
	case $said in *"no longer holds"* | *"was taken from"* | *"duplicate key"*) ;; *) same "$1" "$said" "refused" ;; esac
}

# denied_value SQL: a board that belongs to no game of the batch is refused.
denied_value() {
	local said
	said=$(asks "$worker" "$1" 2>&1) && same "$1" "$said" "refused"
	case $said in *"violates not-null constraint"* | *"no partition"*) ;; *) same "$1" "$said" "refused" ;; esac
}

# board PHASE, draw: a board and an end of the first game of a batch.
board() { echo "(1, $1, '{1}', '.', '{1}', 1, 1, '{1,1}', '{1,1}', 0, null, null)"; }
draw() { echo "(1, null, 999, 1, '{1,1}', '{1,1}', null)"; }

test_worker_must_not() {
	local game id before
	ctl tournament create held-$$ --games 1 --seats random,random --seed "$SEED"
	as "$worker" aresd --until-done
	id=$(query "select id from farm.tournaments where name = 'held-$$'")
	game=$(query "select id from farm.games where tournament_id = $id")
	before=$(digests held-$$)
	denied "$worker" "update farm.boards set owners = '' where game_id = $game" "delete from farm.boards where game_id = $game" \
		"insert into farm.boards (tournament_id, game_id, phase, units, owners) values ($id, $game, 999, '{}', '')" \
		"truncate farm.boards" "select * from farm.boards_$id" "update farm.boards_$id set owners = ''" "drop table farm.boards_$id" \
		"select * from farm.games" "update farm.games set winner = 1, ending = 'solo' where id = $game" \
		"delete from farm.games" "insert into farm.games (tournament_id, number) values ($id, 2)" \
		"update farm.tournaments set priority = 100" "delete from farm.tournaments" "select * from farm.tournaments for update" \
		"insert into farm.users (name) values ('x')" "update farm.users set role = '$worker'" "update farm.seats set user_id = 1" \
		"update farm.areas set owner = null" "update farm.tallies set finished = 0" "select * from farm.tallies" \
		"insert into farm.schema_version values (999, 'x')" "delete from farm.workers" "update farm.workers set claims = '{$game}'" \
		"insert into farm.workers (host, pid, supervisor, claims) values ('x', 1, 1, '{}')" \
		"select setval('farm.games_id_seq', 1)" "select setval('farm.supervisors_id_seq', 1)" "select * from farm.supervisors" \
		"select * from farm.channels" "select farm.hint('farm')" "create table farm.mine ()" \
		"create function farm.mine() returns int language sql return 1" "create temp table x (); drop schema farm" \
		"select farm.tournament_create('x', 'standard', 'thesis', 'atlas', 1, 1, 1, 'x', '{1,2}')" \
		"select farm.tournament_cancel('held-$$')" "select farm.tournament_drop('held-$$')" "select farm.game_cancel($game)" \
		"select farm.game_retry($game)" "select farm.game_quarantine($game, 'x')" "drop function farm.sweep" \
		"select farm.fence($game, 1, 1, true)" "select * from api.submit_orders($game, '{}')" "select * from api.my_turns" \
		"select * from farm.turns" "select * from farm.pending_orders" "select * from farm.taken_orders" "select * from farm.played_orders" "select * from api.my_games"
	# by its functions, for a game that is over, with the claim that finished it
	local claim holder
	claim=$(query "select concat_ws(', ', id, worker_id, epoch) from farm.games where id = $game")
	holder=$(query "select worker_id from farm.games where id = $game")
	local epoch=${claim##*, }
	refused_write "select farm.batch_write($holder, true, '{$game}', '{$epoch}', array[$(board 999)]::farm.written_board[], '{}')"
	refused_write "select farm.batch_write($holder, true, '{$game}', '{$epoch}', '{}', array[$(draw)]::farm.written_end[])"
	refused_write "select farm.game_wait($claim)"
	refused_write "select farm.turn_ask($claim, 0::smallint, 0::smallint, '{}', '', 1, '')"
	refused_write "select farm.turns_over($claim, 0::smallint)"
	refused_write "select farm.orders_played($claim, 0::smallint, 0::smallint, '')"
	refused_write "select farm.game_put_aside($claim, 'x')"
	same "put aside by failures" "$(asks "$worker" "select bool_or(farm.game_failed($game, $holder, 0::smallint, 'x'))
		from generate_series(1, 3)")" f
	same digest "$(digests held-$$)" "$before"
	same "state" "$(query "select state from farm.games where id = $game")" finished
}

# To games that it holds a worker adds, and changes nothing that is stored. A batch is written in full or not at all.
test_worker_adds_only() {
	local worker_id one other
	ctl tournament create adds-$$ --games 2 --seats random,random
	worker_id=$(asks "$worker" "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	one=$(asks "$worker" "select id from farm.games_claim($worker_id, 1)")
	other=$(query "select id from farm.games where id <> $one and tournament_id = (select tournament_id from farm.games where id = $one)")
	# writes WORKER GAMES EPOCHS BOARD...
	writes() {
		local boards="${*:4}"
		echo "select farm.batch_write($1, true, '{$2}', '{$3}', array[${boards//) (/), (}]::farm.written_board[], '{}')"
	}
	asks "$worker" "$(writes "$worker_id" "$one" 1 "$(board 0)")"
	refused_write "$(writes "$worker_id" "$one" 1 "$(board 0)")"
	refused_write "$(writes "$worker_id" "$one" 2 "$(board 1)")"
	refused_write "$(writes $((worker_id + 1)) "$one" 1 "$(board 1)")"
	refused_write "$(writes "$worker_id" "$one,$other" 1,1 "$(board 1)")"
	refused_write "$(writes "$worker_id" "$one,$other" 1,0 "$(board 1)")"
	refused_write "$(writes "$worker_id" "" "" "$(board 1)")"
	denied_value "$(writes "$worker_id" "$one" 1 "$(board 1)" "$(board 2 | sed 's/^(1/(2/')")"
	same "phases" "$(query "select phase, units, orders, think_ns from farm.boards where game_id = $one")" '0|{1}|{1}|{1,1}'
	asks "$worker" "select farm.workers_leave('{$worker_id}')"
	refused_write "$(writes "$worker_id" "$one" 1 "$(board 1)")"
	cancel adds-$$
}

test_orders_of_an_open_phase() {
	local game role
	wait_open secret
	for role in "$worker" "$reader"; do
		denied "$role" "select * from farm.taken_orders" "select * from farm.pending_orders" "select orders from farm.pending_orders" "select * from farm.turns" \
			"select legal from farm.turns" "copy farm.pending_orders to stdout" "select * from api.my_turns" \
			"select * from api.submit_orders($game, '{A par H}')"
	done
	# with any claim it makes up, and with that of the worker that left the game waiting
	same "orders a worker gets" "$(asks "$worker" "select * from generate_series(1, 50) w, generate_series(0, 3) e,
		farm.orders_submitted($game, w, e, 0::smallint)")" ""
	same "played orders" "$(asks "$reader" "select * from farm.played_orders where game = $game")" ""
	same "who is awaited" "$(asks "$reader" "select power, phase, due from farm.awaited where game = $game order by power")" \
		"FRA|S1901M|3
ITA|S1901M|3"
	as "$reader" ctl tournament status secret-$$ | grep -q "game 1 waits for @$agent: FRA, S1901M"
	query "select farm.game_cancel($game)"
	denied "$reader" "select * from farm.pending_orders"
}

# What changes each table of the farm.
mapfile -t writes_tables < <(query "select format(w, oid::regclass) from pg_class, unnest(array[
	'delete from %s', 'truncate %s', 'insert into %s default values',
	'create trigger x after insert on %s execute function suppress_redundant_updates_trigger()']) w
	where relnamespace = 'farm'::regnamespace and relkind in ('r', 'p')")

test_reader_must_not() {
	denied "$reader" "${writes_tables[@]}"
	same "what changes something and a reader may call" "$(query "select proname from pg_proc
		where pronamespace = 'farm'::regnamespace and provolatile = 'v' and has_function_privilege('$reader', oid, 'execute')")" ""
	denied "$reader" "update farm.games set winner = 1" "update farm.workers set gone_at = now()" \
		"select farm.workers_leave(array(select id from farm.workers))" "select farm.games_claim(1, 8)" "select farm.sweep(1)" \
		"select farm.turns_lapse()" "select farm.workers_recover('0')" "select nextval('farm.supervisors_id_seq')" \
		"select * from farm.orders for update" "create table farm.mine ()"
	refused "permission denied" as "$reader" ctl tournament create x --games 1 --seats random,random
	refused "permission denied" as "$reader" ctl tournament drop --yes held-$$
	refused "permission denied" as "$reader" aresd --until-done
}

test_agent_must_not() {
	local reads
	mapfile -t reads < <(query "select format('select * from %s', oid::regclass) from pg_class
		where relnamespace = 'farm'::regnamespace and relkind in ('r', 'p', 'v')")
	denied "$agent" "${reads[@]}" "${writes_tables[@]}"
	denied "$agent" "select farm.games_claim(1, 8)" "select farm.orders_submitted(1, 1, 1, 0::smallint)" \
		"select farm.openings('x', 'GER')" "select farm.sweep(1)" "select farm.caller()" "select farm.phase_name(0::smallint)" "create table farm.mine ()" \
		"create table api.mine ()" "create function api.mine() returns int language sql return 1"
	refused "permission denied" as "$agent" aresd --until-done
	asks "$agent" "select * from api.my_turns"
	asks "$agent" "select * from api.my_games"
}

# It changes nothing, and of what it may read in part it reads no other column. It may call nothing that changes anything.
test_web_must_not() {
	local relation column
	denied "$web" "${writes_tables[@]}"
	for column in tournaments.seed users.role users.settings games.reason games.failure games.epoch games.digest; do
		denied "$web" "select ${column#*.} from farm.${column%.*}" "update farm.${column%.*} set ${column#*.} = null"
	done
	for relation in turns pending_orders taken_orders played_orders awaited channels supervisors tallies knowledge; do
		denied "$web" "select * from farm.$relation" "select count(*) from farm.$relation"
	done
	same "functions of the web server that can change something" "$(query "select proname from pg_proc
		where pronamespace in ('farm'::regnamespace, 'api'::regnamespace) and provolatile = 'v'
		and has_function_privilege('$web', oid, 'execute')")" ""
	denied "$web" "select * from api.my_turns" "select * from api.submit_orders(1, '{A par H}')" \
		"select farm.tournament_seed(1)" "select farm.sweep(1)" "create table farm.mine ()" "create table api.mine ()" \
		"update farm.workers set gone_at = now()" "select * from farm.orders for update"
	refused "permission denied" as "$web" aresd --until-done
	refused "permission denied" as "$web" ctl tournament create x --games 1 --seats random,random
}

test_nobody_must_not() {
	denied "$nobody" "select * from farm.maps" "select * from api.my_turns" "select * from api.my_games" \
		"select farm.phase_name(0::smallint)" \
		"select * from api.submit_orders(1, '{}')" "create table farm.mine ()"
	refused "permission denied" as "$nobody" aresd --until-done
	refused "permission denied" as "$nobody" ctl init
}

run_tests
