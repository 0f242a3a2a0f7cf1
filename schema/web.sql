-- web: what a link to a seat may do. The web server calls these functions as a member of farm_web,
-- for the holder of the link. They run as the owner, and farm.link_open finds the seat. It raises
-- RF004 for an invalid key.
--
--   key  sha256 of the secret in the link (schema/functions/links.sql). Pass it as a parameter.
--
-- They show the link's own seat, and what was played: a member of farm_web may read all boards.
-- They do not show what others have submitted for the phase in play, only which powers the game
-- waits for.

-- The seat, and the state of its game. state: "waits" for external players, "is played" by the
-- farm, or finished, quarantined, cancelled. phase: the phase to order in; the last phase of a
-- finished game; null while the farm plays. asked: this seat must order in it; final: its orders
-- are final. fate, points, winner: null until the game is finished. host: see below. hints: the
-- player may ask what Ares would order.
create or replace function web.seat(key bytea)
returns table (game bigint, tournament text, number int, map text, rules text, power text,
               name text, state text, phase text, deadline timestamptz, asked boolean,
               final boolean, fate text, points float8, winner text, expires timestamptz,
               host boolean, hints boolean)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_told(farm.link_open(key));
$$;

-- The phase to order in, as in api.my_turns; no row while the game does not wait for players. A
-- seat that need not order has due 0 and no legal orders. codes: the legal orders, packed as in
-- lib/board/order.h.
create or replace function web.turn(key bytea)
returns table (game bigint, phase text, power text, due int, deadline timestamptz, units text[],
               dislodged text[], board text[], centres text[], legal text[], submitted text[],
               final boolean, codes int[])
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_turn(farm.link_open(key));
$$;

-- Submits orders for the seat, like api.submit_orders. But the game waits for the seat until its
-- orders are final, even if they are complete. final: they are; the farm may take them at once.
-- phase: refuse if the game is no longer in this phase, "S1901M".
create or replace function web.submit_orders(key bytea, orders text[], final boolean default false,
                                             phase text default null)
returns table (text text, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.seat_submit_orders(farm.link_open(key), orders, final, phase);
$$;

-- Withdraws that the seat's orders are final. The orders stay, and count at the deadline. Returns
-- why this is not possible, or null: the farm may have taken them.
create or replace function web.withdraw_final(key bytea, phase text default null) returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.seat_withdraw_final(farm.link_open(key), phase);
$$;

-- All powers of the game: which must order in the open phase, and for which the game still waits.
-- It does not show what was submitted, or whether anything was. mine: the link's seat.
-- name: of the seat's player.
create or replace function web.others(key bytea)
returns table (power text, mine boolean, asked boolean, awaited boolean, name text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_others(farm.link_open(key));
$$;

-- The position to order in, as in farm.turns: units and owners are packed as in farm.boards. map,
-- power and phase are numbers. due: 0 if the seat need not order. submitted: its own orders. phase
-- and all columns after it are null while the game does not wait for players.
create or replace function web.board(key bytea)
returns table (game bigint, map int, power smallint, phase smallint, units smallint[], owners text,
               due int, submitted text[])
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_board(farm.link_open(key));
$$;

-- For many links at once: whether anything is new at their seats. keys: the concatenated keys. n:
-- the number of the key, from 0. pulse: as in farm.seat_pulse. A key that opens nothing has no
-- row.
create or replace function web.pulses(keys bytea) returns table (n int, pulse text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
	return query
	select k.n, p.pulse
	from generate_series(0, octet_length(keys) / 32 - 1) k (n)
	join farm.links l on l.digest = sha256(substr(keys, 32 * k.n + 1, 32))
	    and l.withdrawn_at is null
	                 and l.expires_at > now()
	join farm.games g on g.id = l.game_id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	cross join lateral farm.seat_pulse(l.game_id, l.power, l.host) p;
end $$;

-- The seats of many links at once, as in web.seat, for the list of a browser's links. keys, n: as
-- in web.pulses. submitted: some orders were submitted.
create or replace function web.seats(keys bytea)
returns table (n int, game bigint, number int, tournament text, power text, state text, phase text,
               deadline timestamptz, asked boolean, submitted boolean, final boolean, fate text,
               points float8, winner text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select k.n, s.game, s.number, s.tournament, s.power, s.state, s.phase, s.deadline, s.asked,
	       exists (select from farm.pending_orders o
	               where o.game_id = l.game_id and o.power = l.power and o.phase = g.asked),
	       s.final, s.fate, s.points, s.winner
	from generate_series(0, octet_length(keys) / 32 - 1) k (n)
	join farm.links l on l.digest = sha256(substr(keys, 32 * k.n + 1, 32))
	    and l.withdrawn_at is null and l.expires_at > now()
	join farm.games g on g.id = l.game_id
	join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	cross join lateral farm.seat_told(l) s;
$$;

-- What was played, one row per phase, and for a finished game a last row with the final board.
-- since: from the phase with this number on; null: all. units, dislodged, centres: at the beginning
-- of the phase, as in web.turn. orders: the orders and their results, as in api.my_orders: an array
-- of objects with power, text, result, dislodged, action, from, to and aux; null on the final
-- board.
create or replace function web.history(key bytea, since int default null)
returns table (phase text, phase_number int, units text[], dislodged text[], centres text[],
               orders jsonb)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_history(farm.link_open(key), since);
$$;

-- How the seat's player may write (tournaments.press), and how many messages it may read.
create or replace function web.press(key bytea, out press text, out letters int)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select p.press, p.letters from farm.seat_press(farm.link_open(key)) p;
$$;

-- The messages that the seat's player may read, in the order of sending, without the first `since`:
-- its own, and those to it or to all. recipients: null: all.
create or replace function web.messages(key bytea, since int default 0)
returns table (phase text, round smallint, sender text, recipients text[], text text,
               sent_at timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select * from farm.seat_messages(farm.link_open(key), since);
$$;

-- Sends a message of the seat, like api.send_message.
create or replace function web.send_message(key bytea, recipients text[], text text) returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.message_send(l.game_id, l.power, null, recipients, text) from farm.link_open(key) l;
$$;

-- The ends of the game that are proposed in the open phase, and the votes on its clock, as in
-- farm.seat_votes. It shows the vote of the seat itself, and of no other seat.
create or replace function web.votes(key bytea, out ends json, out voters text[],
                                     out possible boolean, out clock json, out absent boolean,
                                     out substitute text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select v.* from farm.seat_votes(farm.link_open(key)) v;
$$;

-- Votes, or withdraws the vote. wish: end, with the powers that share the game, pause, extend,
-- leave or return, as in farm.votes; like api.vote_draw, api.vote_clock, api.leave_seat and
-- api.return_seat.
create or replace function web.vote(key bytea, wish text, vote boolean default true,
                                    among text[] default null)
returns text
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select farm.vote_wish(l.game_id, l.power, null, wish, among, vote) from farm.link_open(key) l;
$$;

-- ── what a host may do: the holder of a link that was made with --host ──

-- Creates a link to the seat of a person in the game, by the digest of its key
-- (daemon/db/record/secret.h). It is not a host's. problem: why it was not created; else null.
create or replace function web.invite(key bytea, power text, digest bytea,
                                      valid interval default '90 days')
returns table (link bigint, expires timestamptz, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.link_invite(farm.link_open(key), power, digest, valid);
$$;

-- Hands over the seat of a player of the farm to a person, before the first phase is played, and
-- creates a link to it, like web.invite.
create or replace function web.hand_over(key bytea, power text, digest bytea,
                                         valid interval default '90 days')
returns table (link bigint, expires timestamptz, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.seat_hand_over(farm.link_open(key), power, digest, valid);
$$;

-- The valid links to the game, for a host; for others none. used: to the minute.
create or replace function web.links(key bytea)
returns table (link bigint, power text, mine boolean, host boolean, made timestamptz,
               expires timestamptz, used timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select x.id, m.powers[1 + x.power], x.id = l.id, x.host, x.made_at, x.expires_at, x.used_at
	from farm.link_open(key) l
	join farm.links x on x.game_id = l.game_id and x.withdrawn_at is null and x.expires_at > now()
	cross join farm.map_of(l.game_id) m
	where l.host
	order by x.id;
$$;

-- Withdraws a link to the game, for a host, but not the host's own. Returns whether it was done.
create or replace function web.withdraw(key bytea, link bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
declare
	host farm.links := farm.link_open(key);
begin
	update farm.links l set withdrawn_at = now()
	where l.id = link and l.game_id = host.game_id and l.id <> host.id and l.withdrawn_at is null
	  and not l.host and host.host;
	return found;
end $$;

-- Creates a game like this one with the host at this power, whose player gets the host's seat, and
-- a host's link to it, by the digest of its key. The old game is cancelled unless it is over. The
-- old link is no longer a host's. player: the opponent, as in farm.link_again; null: the same as
-- before. problem: why no game was created; else null.
create or replace function web.again(key bytea, power text, digest bytea, player text default null)
returns table (game bigint, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.link_again(farm.link_open(key), power, digest, player);
$$;

-- Whether a game followed that of this link, because its holder played again.
create or replace function web.followed(key bytea) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select exists (select from farm.link_next(farm.link_open(key)));
$$;

-- Creates another link to the game that followed, by the digest of its key. problem: why it was not
-- created; else null.
create or replace function web.follow(key bytea, digest bytea)
returns table (game bigint, problem text)
language sql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms'
as $$
	select * from farm.link_follow(farm.link_open(key), follow.digest);
$$;

-- The powers whose seats are people's, for a host; for others none. A host can invite to these.
create or replace function web.people(key bytea) returns table (power text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select m.powers[1 + s.power]
	from farm.link_open(key) l
	join farm.seats s on s.game_id = l.game_id
	join farm.users u on u.id = s.user_id and u.player is null and u.role is null
	cross join farm.map_of(l.game_id) m
	where l.host
	order by s.power;
$$;

-- The powers whose seats a host can hand to people; for others none.
create or replace function web.computers(key bytea) returns table (power text)
language sql security definer set search_path = pg_catalog, pg_temp as $$
	select p.code
	from farm.link_open(key) l
	cross join farm.map_of(l.game_id) m
	cross join lateral unnest(m.powers) with ordinality p (code, n)
	where farm.seat_keeps(l, p.code) is null
	order by p.n;
$$;
