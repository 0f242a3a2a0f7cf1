-- digests: the results of games and tournaments, as a sha256.

create or replace function farm.game_digest(game bigint) returns bytea language sql stable as $$
	select sha256(convert_to(concat_ws(E'\n',
		concat_ws('|', g.number, g.state, g.ending, g.winner, g.phase, g.phases,
		          g.centres, g.units, g.shared),
		(select string_agg(u.name, '|' order by s.power)
		 from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id),
		(select string_agg(concat_ws('|', b.phase, b.units, b.owners, b.orders, b.resolve_stage,
		                             b.forecasts, b.capped), E'\n' order by b.phase)
		 from farm.boards_of(g.tournament_id, g.id) b),
		'press ' || encode(farm.messages_digest(g.id), 'hex')), 'UTF8'))
	from farm.games g where g.id = game;
$$;
comment on function farm.game_digest is
	'A sha256 of everything that playing the game determined. It excludes times, workers and '
	'ids.';

-- The same for a whole tournament, in hex. It is equal after any history of workers, threads and
-- crashes. For a tournament that stopped, it covers the games that count. It runs as the owner,
-- because it includes the seed, which may be secret.
create or replace function farm.tournament_digest(tournament text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select encode(sha256(
		convert_to(concat_ws('|', m.name, t.rules, t.judge, t.seed, t.games, t.round_limit, t.seats,
		                     'draw after ' || nullif(t.draw_after, 0),
		                     'press ' || nullif(t.press, 'none'), nullif(t.press_rounds, 0),
		                     'until ' || s.rule || ' ' || s.score, s.verdict), 'UTF8')
		|| string_agg(farm.game_digest(g.id), ''::bytea order by g.number)), 'hex')
	from farm.tournaments t
	join farm.maps m on m.id = t.map_id
	left join farm.stops s on s.tournament_id = t.id
	join farm.games g on g.tournament_id = t.id and g.number <= coalesce(s.last_game, t.games)
	where t.name = tournament
	group by t.id, m.id, s.tournament_id;
$$;
comment on function farm.tournament_digest is
	'A sha256 of the results of a whole tournament, in hex. It is the same after any history '
	'of workers and crashes.';
