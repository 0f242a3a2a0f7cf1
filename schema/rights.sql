-- rights: who may do what. Every grant there is; aresctl init ends with it. db/roles has
-- them as a table.
--
-- The owner of the schema may do everything. Everybody else is a member of one of five group
-- roles:
--
--   farm_worker   aresd: claims games and writes what was played, by functions only
--   farm_reader   reads tables and views for analysis, but nothing of a phase that is still open,
--                 and no seed that is a secret (farm.tournament_seed)
--   farm_agent    an external player: the schema api, and nothing of the schema farm
--   farm_daide    the server of DAIDE clients: the schema daide, which serves seats @daide
--   farm_web      the web server: what any visitor may see, and the schema web, which wants the key
--                 of a link
--
-- A worker's functions run as the owner, with a fixed search_path, and begin with farm.fence. So a
-- worker changes no game but one that it names with the number and epoch of its claim. Workers are
-- not protected from each other: one may pretend to be another, and hand back the games of that
-- one.
--
-- This makes the group roles that are missing. An owner who may not make roles has them made, then
-- runs aresctl init again. Nothing is granted to public.
do $$
declare
	name    text;
	missing text[] := '{}';
	granted record;
	called  record;
	filling boolean := false;
begin
	foreach name in array '{farm_agent,farm_daide,farm_reader,farm_web,farm_worker}'::text[] loop
		if not exists (select from pg_roles where rolname = name) then
			begin
				execute format('create role %I nologin', name);
			exception
				-- another database of the server has just made it
				when duplicate_object or unique_violation then null;
				when insufficient_privilege then missing := missing || name;
			end;
		end if;
	end loop;
	revoke all on schema farm, api, daide, web from public;
	revoke all on all tables in schema farm, api, daide, web from public;
	revoke all on all routines in schema farm, api, daide, web from public;
	-- what an earlier version granted on tables and columns
	for granted in
		with acl (relation, entries) as (
			select oid, relacl from pg_class union all select attrelid, attacl from pg_attribute)
		select distinct relation::regclass as relation, a.grantee::regrole as role
		from acl join pg_class c on c.oid = relation, aclexplode(entries) a
		where c.relnamespace in ('farm'::regnamespace, 'api'::regnamespace, 'daide'::regnamespace,
		                         'web'::regnamespace)
		  and a.grantee in (select oid from pg_roles
		                    where rolname in ('farm_agent', 'farm_daide', 'farm_reader', 'farm_web',
		                                      'farm_worker'))
	loop
		execute format('revoke all on %s from %s', granted.relation, granted.role);
	end loop;

	if 'farm_agent' <> all (missing) then
		grant usage on schema api to farm_agent;
		grant select on api.my_turns, api.my_games, api.my_orders, api.my_units, api.my_centres,
			api.areas, api.borders, api.my_messages to farm_agent;
		grant execute on function api.submit_orders, api.seat, api.seat_turn, api.seat_others,
			api.seat_board, api.seat_pulse, api.seat_phases, api.seat_history,
			api.seat_submit_orders, api.seat_withdraw_final, api.send_message, api.seat_press,
			api.seat_messages, api.vote_draw, api.vote_clock, api.leave_seat, api.return_seat,
			api.seat_votes to farm_agent;
		-- A view calls functions as the role that reads it. Without usage of schema farm the role
		-- cannot call them itself.
		grant execute on function farm.caller, farm.caller_player, farm.first_year, farm.phase_name,
			farm.phase_year, farm.phase_is_retreat, farm.unit_apart, farm.unit_area, farm.unit_type,
			farm.unit_power, farm.boards_of, farm.order_kind, farm.order_to, farm.order_aux,
			farm.order_aux_type, farm.order_via, farm.order_result, farm.order_dislodged,
			farm.order_given, farm.order_action, farm.order_form, farm.order_helps, farm.order_text,
			farm.result_name, farm.powers_named, farm.clock_time, farm.sharers to farm_agent;
	end if;

	if 'farm_reader' <> all (missing) then
		grant usage on schema farm to farm_reader;
		-- all columns but seed
		grant select (id, name, map_id, rules, judge, games, round_limit, seats, players, block,
			team, diplomatic_time, retreat_time, adjustment_time, priority, weight, paused, dropped,
			created_at, draw_after, start_case, start_phase, start_units, start_owners, hints, bots,
			faults, press, press_rounds, substitute) on farm.tournaments to farm_reader;
		grant select on farm.schema_version, farm.maps, farm.areas, farm.users, farm.games,
			farm.seats, farm.boards, farm.summaries, farm.recorded, farm.workers, farm.tallies,
			farm.stops, farm.faults, farm.costs, farm.ratings, farm.tunings, farm.tuning_settings,
			farm.tuning_steps, farm.knowledge, farm.lookups, farm.branches, farm.branch_arms,
			farm.case_runs, farm.case_results, farm.thesis_table_2, farm.thesis_table_3,
			farm.thesis_table_4, farm.thesis_table_5, farm.thesis_table_6, farm.thesis_table_7,
			farm.thesis_table_9, farm.thesis_table_10, farm.thesis_table_11, farm.thesis_table_12 to
			farm_reader;
		grant select on farm.orders, farm.outcomes, farm.results, farm.blocks, farm.played,
			farm.left_out, farm.gains, farm.standings, farm.comparisons, farm.duels,
			farm.standings_by_power, farm.progress, farm.resolution, farm.decisions, farm.efforts,
			farm.incidents, farm.thesis_results, farm.awaited, farm.overdue, farm.open_phases,
			farm.played_orders, farm.units, farm.centres, farm.known, farm.scores,
			farm.score_blocks, farm.score_gains, farm.score_standings, farm.score_comparisons,
			farm.stopping, farm.stopping_told, farm.faults_told, farm.disorders, farm.counted,
			farm.tuning_progress, farm.tuning_told, farm.tuning_course, farm.messages_told,
			farm.branch_pairs, farm.branch_effects, farm.branch_tree, farm.compared,
			farm.cost_sums, farm.stand_ins, farm.stand_ins_told, farm.remarks to farm_reader;
		grant execute on function farm.boards_of, farm.unit_area, farm.unit_type, farm.unit_power,
			farm.unit_apart, farm.order_to, farm.order_aux, farm.order_aux_type, farm.order_kind,
			farm.order_via, farm.order_result, farm.order_dislodged, farm.order_given,
			farm.order_action, farm.order_form, farm.order_helps, farm.order_text, farm.result_name,
			farm.stage_name, farm.first_year, farm.phase_name, farm.phase_year, farm.phase_round,
			farm.phase_of_year, farm.phase_is_move, farm.phase_is_retreat, farm.phase_is_adjustment,
			farm.game_digest, farm.tournament_digest, farm.grid_cells, farm.grid_best,
			farm.question_subject, farm.question_power, farm.question_source, farm.seats_text,
			farm.thesis_subject, farm.tournament_seed, farm.supervisors_connected,
			farm.boards_unsummed, farm.boards_at, farm.decisions_of, farm.summaries_of,
			farm.resolutions, farm.sharing_by_year, farm.shares_by_year, farm.powers_by_year,
			farm.first_decisions, farm.clipped, farm.deviation, farm.histogram, farm.interval95,
			farm.ratio95, farm.wilson95, farm.by_year, farm.openings, farm.bounded, farm.setting,
			farm.share95, farm.block95, farm.student_p, farm.student_t, farm.gamma_step,
			farm.beta_fraction, farm.least_blocks, farm.solve, farm.choices, farm.choices_check,
			farm.complete_blocks, farm.rated, farm.head_to_head, farm.score_table,
			farm.normal_below, farm.sharers, farm.stop_variance, farm.stop_bounds,
			farm.stop_estimate, farm.stop_is_due, farm.tuning_seat, farm.tuning_found,
			farm.bots_missing, farm.messages_digest, farm.messages_exported, farm.powers_named,
			farm.clock_time, farm.substitute_text to farm_reader;
	end if;

	-- Of users it sees names and labels, of games not why one failed, of tournaments no seed. It
	-- sees no turn, no pending order and no link. The functions of web want a link's key.
	if 'farm_web' <> all (missing) then
		grant usage on schema farm, web to farm_web;
		grant select (id, name, map_id, rules, judge, games, round_limit, seats, players, block,
			team, diplomatic_time, retreat_time, adjustment_time, paused, dropped, created_at,
			draw_after, start_case, start_phase, start_units, start_owners, hints, press,
			substitute) on farm.tournaments to farm_web;
		grant select (game_id, start_phase, start_units, start_owners) on farm.recorded to
			farm_web;
		grant select (id, name, label, player) on farm.users to farm_web;
		grant select (id, tournament_id, number, state, queue, aside, worker_id, claimed_at,
			finished_at, ending, winner, phase, phases, centres, units, agreed, shared)
			on farm.games to farm_web;
		grant select on farm.schema_version, farm.maps, farm.areas, farm.seats, farm.boards,
			farm.workers, farm.stops to farm_web;
		grant select on farm.progress, farm.counted, farm.standings, farm.stopping_told,
			farm.orders, farm.units, farm.centres, farm.open_phases, farm.overdue,
			farm.messages_told, farm.stand_ins, farm.stand_ins_told, farm.disorders,
			farm.remarks to farm_web;
		-- not the words, which have what a bot wrote to standard error
		grant select (game, phase, power, kind) on farm.faults_told to farm_web;
		-- what a report asks, but for seeds and digests
		grant select on farm.summaries, farm.played, farm.left_out, farm.blocks, farm.gains,
			farm.comparisons, farm.results, farm.score_standings, farm.branch_effects,
			farm.branch_tree, farm.cost_sums, farm.score_comparisons, farm.scores,
			farm.standings_by_power, farm.outcomes, farm.resolution to farm_web;
		grant execute on function farm.summaries_of, farm.boards_unsummed, farm.decisions_of,
			farm.clipped, farm.phase_is_move, farm.phase_round, farm.phase_of_year, farm.stage_name,
			farm.resolutions, farm.sharers, farm.histogram, farm.wilson95, farm.least_blocks,
			farm.head_to_head, farm.choices, farm.choices_check, farm.complete_blocks,
			farm.bots_missing to farm_web;
		grant execute on function farm.boards_of, farm.unit_area, farm.unit_type, farm.unit_power,
			farm.unit_apart, farm.order_to, farm.order_aux, farm.order_aux_type, farm.order_kind,
			farm.order_via, farm.order_result, farm.order_dislodged, farm.order_given,
			farm.order_action, farm.order_form, farm.order_helps, farm.order_text, farm.result_name,
			farm.first_year, farm.phase_name, farm.phase_year, farm.phase_is_retreat,
			farm.supervisors_connected, farm.bounded, farm.share95, farm.block95, farm.student_t,
			farm.student_p, farm.beta_fraction, farm.gamma_step, farm.stop_estimate,
			farm.stop_variance, farm.stop_bounds, farm.caller, farm.powers_named,
			farm.clock_time to farm_web;
		grant execute on function web.seat, web.turn, web.submit_orders, web.withdraw_final,
			web.others, web.history, web.invite, web.links, web.withdraw, web.again, web.board,
			web.pulses, web.followed, web.follow, web.people, web.press, web.messages,
			web.send_message, web.votes, web.vote, web.hand_over, web.computers,
			web.seats to farm_web;
	end if;

	-- Of the farm it sees nothing but by functions.
	if 'farm_daide' <> all (missing) then
		grant usage on schema farm, daide to farm_daide;
		grant select on farm.schema_version to farm_daide;
		grant execute on function daide.lobby, daide.begin, daide.live, daide.find, daide.game,
			daide.seats, daide.states, daide.phases, daide.submit, daide.vote, daide.send,
			daide.letters to farm_daide;
	end if;

	if 'farm_worker' <> all (missing) then
		grant usage on schema farm to farm_worker;
		grant select on farm.schema_version, farm.areas, farm.users, farm.tournaments, farm.seats,
			farm.boards, farm.workers, farm.faults, farm.branches, farm.branch_arms,
			farm.awaited to farm_worker;
		grant insert (host, pid, supervisor, version, threads), update (heartbeat_at, gone_at,
			phases, games, refused_writes, bots) on farm.workers to farm_worker;
		grant execute on function farm.supervisor_attach, farm.supervisors_connected, farm.listen,
			farm.tournament_seed, farm.games_claim, farm.games_resume, farm.batch_write,
			farm.turn_write, farm.turn_ask, farm.game_wait, farm.orders_submitted,
			farm.orders_played, farm.turns_over, farm.draw_agreed, farm.end_agreed,
			farm.end_agree, farm.votes_cast,
			farm.game_put_aside, farm.game_accuse, farm.game_failed, farm.fault_add,
			farm.cost_add, farm.bots_missing,
			farm.games_left, farm.games_aside, farm.workers_leave, farm.workers_recover,
			farm.turns_lapse, farm.agents_bound, farm.sweep, farm.stops_judge, farm.tunings_advance,
			farm.knowledge_give, farm.knowledge_take, farm.knowledge_bound, farm.messages_add,
			farm.messages_heard, farm.messages_digest, farm.phase_name, farm.phase_year,
			farm.first_year, farm.clock_time to farm_worker;
	end if;

	-- By these functions any role could fill the disk of the server. They belong to a superuser:
	-- deploy/server.sql does the same for an owner who is none. aresctl verify shares a snapshot.
	for called in
		select p.oid::regprocedure as name, pg_has_role(p.proowner, 'usage') as ours
		from pg_proc p
		where p.pronamespace = 'pg_catalog'::regnamespace
		  and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'pg_export_snapshot',
		                    'pg_logical_emit_message')
		  and has_function_privilege('public', p.oid, 'execute')
	loop
		if called.ours then
			execute format('revoke execute on function %s from public', called.name);
		end if;
		filling := filling or not called.ours;
	end loop;
	if filling then
		raise warning 'any role may fill the disk of this server: have a superuser run server.sql, '
		              'which takes pg_logical_emit_message and its like from public';
	elsif pg_has_role((select proowner from pg_proc
	                   where oid = 'pg_export_snapshot()'::regprocedure), 'usage')
	      and missing = '{}' then
		grant execute on function pg_export_snapshot to farm_reader, farm_worker;
	end if;

	if missing <> '{}' then
		raise warning 'there is no role %, and % may not create it',
			array_to_string(missing, ', '), current_user
			using hint = 'have "create role ' || missing[1]
				|| '" done and the like, then aresctl init';
	end if;
end $$;
