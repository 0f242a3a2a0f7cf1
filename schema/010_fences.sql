-- 010_fences: one fence for all games of a batch.

-- Every write of a worker begins here: for games that it holds, each in the epoch it claimed it in. Locks their rows until the
-- transaction ends, in one order for everybody. One that it holds no longer has all of them refused: RF001, or RF002 when it
-- was taken away by hand or is no more. What is not durable is committed asynchronously, as in 001.
create function farm.fences(games bigint[], worker bigint, epochs int[], durable boolean) returns void
language plpgsql as $$
declare
	held  int;
	bad   bigint;
	taken boolean;
begin
	perform from (
		select g.id from farm.games g join unnest(games, epochs) f (game, epoch) on g.id = f.game and g.epoch = f.epoch
		where g.state = 'claimed' and g.worker_id = fences.worker order by g.id for no key update of g) h;
	get diagnostics held = row_count;
	if held <> cardinality(games) then
		select f.game, g.id is null or (g.state in ('quarantined', 'cancelled') and g.worker_id = fences.worker and g.epoch = f.epoch)
		into bad, taken
		from unnest(games, epochs) f (game, epoch) left join farm.games g on g.id = f.game
		where (g.state = 'claimed' and g.worker_id = fences.worker and g.epoch = f.epoch) is not true
		order by 2, 1 limit 1;
		if taken then
			raise exception 'game % was taken from worker %', bad, worker using errcode = 'RF002';
		end if;
		raise exception 'worker % no longer holds game %', worker, bad using errcode = 'RF001';
	end if;
	perform set_config('synchronous_commit', case when durable then 'on' else 'off' end, true);
end $$;

create or replace function farm.fence(game bigint, worker bigint, epoch int, durable boolean) returns void language sql
	as 'select farm.fences(array[game], worker, array[epoch], durable)';
