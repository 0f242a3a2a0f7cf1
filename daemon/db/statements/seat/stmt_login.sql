-- The statements of stmt_login.c.

-- A role may have its own settings (alter role set): the relevant ones are overridden. Orders need
-- read committed.
-- script: login_bind
-- gives: nothing
set search_path = pg_catalog, pg_temp;
set statement_timeout = '5s';
set lock_timeout = '1s';
set idle_in_transaction_session_timeout = '10s';
set idle_session_timeout = 0;
set default_transaction_isolation = 'read committed';
set default_transaction_read_only = off;
set default_transaction_deferrable = off;
set row_security = on;
set timezone = 'UTC';
set jit = off;

-- The owner of the schema, and every role that may become its owner, is a member of the owner. A
-- superuser is a member of everything.
-- name: login_fits()
-- gives: row(fits boolean)
select coalesce((
	select current_user = session_user and r.rolcanlogin
		and coalesce(r.rolvaliduntil > now(), true) and not (r.rolsuper or r.rolcreaterole
			or r.rolcreatedb or r.rolreplication or r.rolbypassrls)
		and pg_has_role(r.oid, to_regrole('farm_agent'), 'member')
		and not pg_has_role(r.oid, to_regrole('farm_worker'), 'member')
		and not exists (
			select
			from pg_namespace n
			where n.nspname in ('farm', 'api', 'web') and pg_has_role(r.oid, n.nspowner, 'member'))
	from pg_roles r
	where r.rolname = session_user), false);

-- part: seat_row
select s.link, s.game, s.number, s.tournament, s.power, s.rank, coalesce(s.phase, ''),
	s.deadline is not null,
	coalesce(to_char(s.deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''),
	coalesce(extract(epoch from s.deadline - now()), 0)::bigint, s.submitted, s.final, s.state,
	coalesce(s.fate, ''), coalesce(s.points::text, ''), coalesce(s.winner, '')

-- name: my_seats(most int)
-- next: my_seat(struct my_seat: link, game, number, tournament, power, order, phase, timed,
--     deadline, left, submitted, final, state, fate, points, winner)
{seat_row}
from (
	select -1 as link, g.*, coalesce(t.phase, g.ended) as phase, t.deadline,
		t.submitted is not null as submitted, coalesce(t.final, false) as final,
		case when t.game is not null and not t.final then 0
			when g.state = 'open' then 1 else 2 end as rank
	from api.my_games g
	left join api.my_turns t using (game, power)) s
order by s.rank, s.deadline nulls last, s.game desc, s.power
limit $1;

-- name: link_seats(keys bytea)
{seat_row}
from (
	select n as link, l.*, case when asked and not final then 0
			when state in ('waits', 'is played') then 1 else 2 end as rank
	from web.seats($1) l) s
order by s.rank, s.deadline nulls last, s.game desc, s.power;
