-- branches: continuations of one phase, and their changes.

-- The two games of a block that differ in one change, for each such change, score and power, or for
-- the changed powers together: place is then -1. gain: the share of the second minus that of the
-- first.
create view farm.branch_pairs as
select w.score, b.tournament, b.arm, b.said, w.block, s.concerned, s.place,
       string_agg(b.codes[1 + w.power], ', ' order by w.power) as powers, max(w.powers) as whole,
       sum(w.value) as as_was, sum(a.value) as altered, sum(a.share - w.share) as gain
from (select t.id, t.name as tournament, t.block, m.powers as codes, r.arm, r.said, r.powers
      from farm.branch_arms r
      join farm.tournaments t on t.id = r.tournament_id and not t.dropped
      join farm.maps m on m.id = t.map_id
      where r.arm > 1) b
join farm.scores w on w.tournament_id = b.id and w.tournament = b.tournament
                  and (w.number - 1) % b.block = 0
join farm.scores a on a.tournament_id = b.id and a.tournament = b.tournament and a.score = w.score
                  and a.power = w.power and a.number = w.number + b.arm - 1
cross join lateral (
	select w.power = any (b.powers) as concerned,
	       case when w.power = any (b.powers) then -1 else w.power end as place) s
group by w.score, b.tournament, b.arm, b.said, w.block, s.concerned, s.place;

comment on view farm.branch_pairs is
	'Altered continuations of a phase, each with the unaltered one of its block.';
comment on column farm.branch_pairs.tournament is 'The name of the branch.';
comment on column farm.branch_pairs.arm is 'The altered game''s place in the block, from 2.';
comment on column farm.branch_pairs.concerned is
	'Whether the powers were given an order or another player.';
comment on column farm.branch_pairs.place is
	'The number of the power; -1: the altered powers together.';
comment on column farm.branch_pairs.whole is 'How many powers the map has.';
comment on column farm.branch_pairs.as_was is 'Their score in the unaltered game.';
comment on column farm.branch_pairs.altered is 'Their score in the altered game.';
comment on column farm.branch_pairs.gain is
	'Their share in the altered game minus their share in the unaltered one, from -1 to 1.';

-- A row for each branch and each change in it, by score: for the powers that were given orders or
-- players together, and for each other power.
--
-- A difference d in [-1, 1] counts as the share (1 + d) / 2, so that its interval is that of
-- farm.share95.
create view farm.branch_effects as
select e.score, e.tournament, e.arm, e.said, e.powers, e.concerned, e.pairs,
       round((v.unit * e.as_was)::numeric, v.digits) as as_was,
       round((v.unit * e.altered)::numeric, v.digits) as altered,
       round((v.unit * v.scale * e.gain)::numeric, v.digits) as difference,
       round((v.unit * v.scale * (2 * i.low - 1))::numeric, v.digits) as low,
       round((v.unit * v.scale * (2 * i.high - 1))::numeric, v.digits) as high,
       round(i.p::numeric, 4) as p,
       case when e.pairs < farm.least_blocks()
            then format('too few pairs for a claim: %s are the least', farm.least_blocks())
            when i.p < 0.05 and e.gain > 0 then 'gains by it'
            when i.p < 0.05 then 'loses by it'
            else 'not told apart' end as verdict
from (select score, tournament, arm, said, concerned, max(powers) as powers, max(whole) as whole,
             count(*) as pairs, avg(as_was) as as_was, avg(altered) as altered,
             avg(gain) as gain, sum((1 + gain) / 2) as shares, sum(((1 + gain) / 2) ^ 2) as squares
      from farm.branch_pairs group by score, tournament, arm, said, concerned, place) e
cross join lateral (
	select case e.score when 'daide' then 1 else 100 end as unit,
	       case e.score when 'daide' then 3 else 1 end as digits,
	       case e.score when 'daide' then e.whole else 1 end as scale) v
cross join lateral farm.share95(e.pairs, e.shares, e.squares, 0.5) i;

comment on view farm.branch_effects is
	'The scores of powers in altered continuations of a phase, compared with unaltered ones.';
comment on column farm.branch_effects.tournament is 'The name of the branch.';
comment on column farm.branch_effects.arm is 'The altered game''s place in a block, from 2.';
comment on column farm.branch_effects.concerned is
	'Whether they were given an order or another player.';
comment on column farm.branch_effects.pairs is 'Pairs of finished games.';
comment on column farm.branch_effects.as_was is
	'Their score per game in unaltered continuations, in percent; for daide, not in percent.';
comment on column farm.branch_effects.altered is 'The same in altered continuations.';
comment on column farm.branch_effects.difference is
	'The score in altered continuations minus that in unaltered ones.';
comment on column farm.branch_effects.p is
	'The probability that chance alone gives a difference at least this large.';

create view farm.compared as
select c.score, c.tournament, 0 as place, c.player || ' - ' || c.opponent as players, c.games,
       c.difference, c.expected, c.low, c.high, c.p, c.verdict
from farm.score_comparisons c
where not exists (select from farm.branches b join farm.tournaments t on t.id = b.tournament_id
                  where t.name = c.tournament)
union all
select e.score, e.tournament, 2 * e.arm + case when e.concerned then 0 else 1 end,
       case when e.concerned then e.said else format('%s, and %s', e.said, e.powers) end,
       2 * e.pairs, e.difference, 0.0, e.low, e.high, e.p,
       format('%s: %s; %s%s as it was, %s%4$s altered', e.powers, e.verdict, e.as_was,
              case e.score when 'daide' then '' else ' %' end, e.altered)
from farm.branch_effects e;

comment on view farm.compared is
	'The rows of the question comparison: pairs of players; in a branch, its changes.';
comment on column farm.compared.place is 'The sort key of the rows.';
comment on column farm.compared.players is 'The two players, or what was altered.';
comment on column farm.compared.games is
	'Games of complete blocks; in a branch, of complete pairs.';
comment on column farm.compared.difference is
	'The score per game of the first minus that of the second, or altered minus unaltered, in '
	'percent; for daide, not in percent.';
comment on column farm.compared.expected is
	'The difference that equal players with their seats would have.';

create view farm.branch_tree as
with recursive up as (
	select t.id, t.name as tournament, b.origin as ancestor, b.number, b.phase, 1 as depth
	from farm.branches b
	join farm.tournaments t on t.id = b.tournament_id and not t.dropped
	union all
	select u.id, u.tournament, b.origin, b.number, b.phase, u.depth + 1
	from up u
	join farm.tournaments t on t.name = u.ancestor and not t.dropped
	join farm.branches b on b.tournament_id = t.id
	where u.depth < 100)
select u.tournament, u.id as tournament_id, u.depth, b.origin, b.number, b.phase,
       farm.phase_name(b.phase) as phase_name, r.ancestor as root, r.path,
       (select string_agg(a.said, '; ' order by a.arm) from farm.branch_arms a
        where a.tournament_id = u.id and a.arm > 1) as said
from (select id, tournament, max(depth) as depth from up group by id, tournament) u
join farm.branches b on b.tournament_id = u.id
cross join lateral (
	select (array_agg(w.ancestor order by w.depth desc))[1] as ancestor,
	       array_agg(x.part order by w.depth desc, x.n) as path
	from up w
	cross join lateral unnest(array[w.ancestor, to_char(w.number, 'FM00000000')
	                                            || to_char(w.phase, 'FM00000')])
		with ordinality x (part, n)
	where w.id = u.id) r;

comment on view farm.branch_tree is
	'Which tournament branches from which game: one row per branch.';
comment on column farm.branch_tree.tournament is 'The name of the branch.';
comment on column farm.branch_tree.depth is
	'1: it branches from a game that is not in a branch. 2: from a game of such a branch. And '
	'so on.';
comment on column farm.branch_tree.origin is 'The tournament of the game that it branches from.';
comment on column farm.branch_tree.number is 'The number of that game.';
comment on column farm.branch_tree.phase is 'The first phase of its own: see boards.phase.';
comment on column farm.branch_tree.root is
	'The tournament of the game from which its whole tree branches.';
comment on column farm.branch_tree.path is
	'The games that it branches from, starting at the root. Sorting by path || tournament '
	'lists a tree in order.';
comment on column farm.branch_tree.said is 'What was altered; null: nothing.';
