-- boards: how views read the boards of games.

-- The boards of a game, for a caller who may read farm.boards or has a seat in the game. For others
-- it is empty. It runs as the owner, so it checks the caller.
--
-- Views call it instead of joining farm.boards, for the sake of their plans. A join by a
-- tournament's
-- name does not know its partition when it is planned: all partitions were planned, compiled,
-- locked and often read. Here the query is planned for its values each time, so it touches one
-- partition, and reads it by its index, whatever the statistics say.
create or replace function farm.boards_of(tournament int, game bigint)
returns setof farm.boards language plpgsql stable parallel safe rows 100 security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set jit = off
as $$
begin
	if has_table_privilege(farm.caller(), 'farm.boards', 'select')
	   or exists (select from farm.seats s join farm.users u on u.id = s.user_id
	              where s.game_id = boards_of.game and u.role = farm.caller_player()) then
		return query
		select b.* from farm.boards b
		where b.tournament_id = boards_of.tournament and b.game_id = boards_of.game;
	end if;
end $$;
comment on function farm.boards_of is
	'The boards of one game, phase by phase. Views read boards through it, so that a query '
	'about one game reads no other.';
