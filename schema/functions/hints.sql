-- hints: notifications. They carry nothing, and nothing depends on them: a session that waits for
-- one also polls from time to time.
--
--   farm            there are games to claim; workers listen. Its real name is secret
--                   (farm.channels), so that other roles cannot wake the workers.
--   farm_turn_ROLE  an external player has a turn. Every role may listen and notify there.
--   farm_web        a person has a turn or has submitted orders, or the game is over: web
--                   servers listen. Every role may listen and notify there, too.

-- Notifies a channel. Every notification of the farm comes from here. It does nothing while the
-- server's queue is fuller than this share: a commit fails if the queue is full (54000), and any
-- role can fill it.
create or replace function farm.hint(channel text, fullest float8 default 0.5) returns void
language plpgsql as $$
begin
	if pg_notification_queue_usage() <= fullest then
		perform pg_notify(coalesce((select c.channel from farm.channels c
		                            where c.name = hint.channel),
		                           hint.channel), '');
	end if;
end $$;

-- Has the session listen for games to claim. A worker need not know the channel's name. It does
-- nothing while the queue is fuller than this share: a session that begins to listen reads the
-- queue from the position of the slowest listener, which takes minutes for a queue of 8 GB.
create or replace function farm.listen(fullest float8 default 0.001) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	if pg_notification_queue_usage() > fullest then
		return;
	end if;
	execute format('listen %I', (select c.channel from farm.channels c where c.name = 'farm'));
end $$;
