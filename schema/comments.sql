-- comments: what every view and each of its columns is, and what changes said otherwise of tables.
-- tests/db/test_schema.py finds those without one.

comment on view farm.orders is 'Every order of every phase that was played, and how it fared.';
comment on column farm.orders.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.orders.game is 'The game: games.id.';
comment on column farm.orders.power is 'The power that gave the order: FRA.';
comment on column farm.orders.phase is 'The phase as a number that sorts: see boards.phase.';
comment on column farm.orders.phase_name is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.orders."from" is
	'The area that the unit stands in. Of a build: where it is built. Null: a waived build.';
comment on column farm.orders."to" is
	'The area that it goes to. Of a support or convoy: where the other unit goes; null: nowhere.';
comment on column farm.orders.aux is
	'The area of the other unit, which it supports or convoys; null: it helps none.';
comment on column farm.orders.action is
	'hold, move, support, convoy, retreat, disband, build, remove or waive.';
comment on column farm.orders.result is 'What became of it: a name of lib/judges/results.def.';
comment on column farm.orders.dislodged is 'Whether the unit was dislodged.';
comment on column farm.orders.text is 'The order in the usual notation: A mar S A par - bur.';
comment on column farm.orders.tournament is 'The tournament''s name.';
comment on column farm.orders.number is 'The game''s number in the tournament, from 1.';

comment on view farm.units is
	'Where every unit stood at the beginning of every phase that was played, and on the final board.';
comment on column farm.units.tournament is 'The tournament''s name.';
comment on column farm.units.game is 'The game: games.id.';
comment on column farm.units.number is 'The game''s number in the tournament, from 1.';
comment on column farm.units.phase is 'The phase as a number that sorts: see boards.phase.';
comment on column farm.units.phase_name is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.units.power is 'The power that the unit belongs to: FRA.';
comment on column farm.units.type is 'A: an army. F: a fleet.';
comment on column farm.units.area is
	'The area that it stands in, with its coast: stp/nc. Of a dislodged unit: where it was dislodged.';
comment on column farm.units.province is 'The province of that area: stp.';
comment on column farm.units.coast is 'The coast: nc, sc, ec; null: the province has only one, or none.';
comment on column farm.units.dislodged is
	'Whether it was dislodged and must retreat. Only phases of retreats have such units.';
comment on column farm.units.tournament_id is 'The tournament: tournaments.id.';

comment on view farm.centres is
	'Who owned every supply centre at the beginning of every phase that was played, and on the final '
	'board.';
comment on column farm.centres.tournament is 'The tournament''s name.';
comment on column farm.centres.game is 'The game: games.id.';
comment on column farm.centres.number is 'The game''s number in the tournament, from 1.';
comment on column farm.centres.phase is 'The phase as a number that sorts: see boards.phase.';
comment on column farm.centres.phase_name is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.centres.province is 'The province of the centre: par.';
comment on column farm.centres.owner is 'The power that owns it: FRA; null: nobody yet.';
comment on column farm.centres.tournament_id is 'The tournament: tournaments.id.';

comment on view farm.outcomes is
	'How each seat of each finished game ended, by ids. farm.results is the same for people.';
comment on column farm.outcomes.tournament is 'The tournament''s name.';
comment on column farm.outcomes.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.outcomes.game is 'The game: games.id.';
comment on column farm.outcomes.number is 'The game''s number in the tournament, from 1.';
comment on column farm.outcomes.block is 'The number of its block, from 1: see tournaments.block.';
comment on column farm.outcomes.power is
	'The number of the power: its place in maps.powers, from 0.';
comment on column farm.outcomes.user_id is 'The player: users.id.';
comment on column farm.outcomes.points is '1 for a win; in a draw the survivors share one point.';
comment on column farm.outcomes.fate is 'win, draw, survival (somebody else won) or elimination.';
comment on column farm.outcomes.centres is 'Supply centres on the final board.';
comment on column farm.outcomes.rounds is 'How many rounds the game took, two a year.';
comment on column farm.outcomes.squares is
	'The square of its centres, as a part of the squares of all powers'' centres.';
comment on column farm.outcomes.powers is 'How many powers the map has.';
comment on column farm.outcomes.solo is 'Whether somebody won the game.';

comment on view farm.scores is
	'The scores of each seat of each finished game, a row for each score. doc/comparing.md says what each is for.';
comment on column farm.scores.score is
	'thesis: 1 for a win, survivors of a draw share 1. squares: its centres squared, by those of all. daide: the DAIDE tournaments''. solos: 1 for a win.';
comment on column farm.scores.tournament is 'The tournament''s name.';
comment on column farm.scores.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.scores.game is 'The game: games.id.';
comment on column farm.scores.number is 'The game''s number in the tournament, from 1.';
comment on column farm.scores.block is 'The number of its block, from 1: see tournaments.block.';
comment on column farm.scores.power is 'The number of the power: its place in maps.powers, from 0.';
comment on column farm.scores.user_id is 'The player: users.id.';
comment on column farm.scores.fate is 'win, draw, survival (somebody else won) or elimination.';
comment on column farm.scores.centres is 'Supply centres on the final board.';
comment on column farm.scores.solo is 'Whether somebody won the game.';
comment on column farm.scores.powers is 'How many powers the map has.';
comment on column farm.scores.value is 'The score.';
comment on column farm.scores.share is
	'The score as a part of the game, from 0 to 1: those of a game add up to 1.';

comment on view farm.score_blocks is
	'What each player gained in each block of finished games, by score.';
comment on column farm.score_blocks.score is 'thesis, squares, daide or solos: see farm.scores.';
comment on column farm.score_blocks.tournament is 'The tournament''s name.';
comment on column farm.score_blocks.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.score_blocks.block is 'The number of the block, from 1.';
comment on column farm.score_blocks.games is 'Finished games of the block.';
comment on column farm.score_blocks.complete is 'Whether all games of the block are finished.';
comment on column farm.score_blocks.user_id is 'The player: users.id.';
comment on column farm.score_blocks.points is 'The scores of all its seats in the block.';
comment on column farm.score_blocks.share is 'Its shares a game: from 0 to 1.';
comment on column farm.score_blocks.seats is 'How many seats it had.';
comment on column farm.score_blocks.wins is 'Seats that won.';
comment on column farm.score_blocks.draws is 'Seats that had a part in a draw.';
comment on column farm.score_blocks.survivals is 'Seats that survived while somebody else won.';
comment on column farm.score_blocks.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.blocks is 'What each player gained in each block of finished games.';
comment on column farm.blocks.tournament is 'The tournament''s name.';
comment on column farm.blocks.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.blocks.block is 'The number of the block, from 1.';
comment on column farm.blocks.games is 'Finished games of the block.';
comment on column farm.blocks.complete is 'Whether all games of the block are finished.';
comment on column farm.blocks.user_id is 'The player: users.id.';
comment on column farm.blocks.points is 'The points of all its seats in the block.';
comment on column farm.blocks.share is 'Its points a game: from 0 to 1.';
comment on column farm.blocks.seats is 'How many seats it had.';
comment on column farm.blocks.wins is 'Seats that won.';
comment on column farm.blocks.draws is 'Seats that had a part in a draw.';
comment on column farm.blocks.survivals is 'Seats that survived while somebody else won.';
comment on column farm.blocks.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.played is 'What is finished of each tournament, in games and blocks.';
comment on column farm.played.tournament is 'The tournament''s name.';
comment on column farm.played.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.played.games is 'Finished games.';
comment on column farm.played.blocks is 'Blocks whose games are all finished.';
comment on column farm.played.left_out is
	'Finished games of other blocks: no interval counts them.';

comment on view farm.left_out is
	'How many games of a tournament count, how many do not, and why: a row for each tournament.';
comment on column farm.left_out.tournament is 'The tournament''s name.';
comment on column farm.left_out.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.left_out.games is 'Its games, up to the last one that counts where it stopped early.';
comment on column farm.left_out.counted is 'Finished games of complete blocks.';
comment on column farm.left_out.incomplete is 'Finished games of blocks that are not complete.';
comment on column farm.left_out.unfinished is 'Games that are still to be played, or are being played.';
comment on column farm.left_out.aside is 'Games that were put aside.';
comment on column farm.left_out.cancelled is 'Games that were cancelled.';
comment on column farm.left_out.said is 'The same in words; null where all games count.';
comment on view farm.score_gains is
	'What each player gained in a tournament by each score, as sums over complete blocks.';
comment on column farm.score_gains.score is 'thesis, squares, daide or solos: see farm.scores.';
comment on column farm.score_gains.tournament is 'The tournament''s name.';
comment on column farm.score_gains.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.score_gains.user_id is 'The player: users.id.';
comment on column farm.score_gains.games is 'Finished games of the tournament.';
comment on column farm.score_gains.left_out is 'Finished games of blocks that are not complete.';
comment on column farm.score_gains.blocks is 'Complete blocks.';
comment on column farm.score_gains."values" is 'The sum over complete blocks of its scores a game.';
comment on column farm.score_gains.shares is 'The sum of its shares of complete blocks.';
comment on column farm.score_gains.squares is 'The sum of the squares of these shares.';
comment on column farm.score_gains.expected is
	'Its part of the seats of complete blocks, from 0 to 1.';
comment on column farm.score_gains.powers is 'How many powers the map has.';
comment on column farm.score_gains.scale is
	'Scores for a whole share: the powers for daide, else 1.';
comment on column farm.score_gains.block is 'How many games a block has.';
comment on column farm.score_gains.points is 'The scores of all its seats.';
comment on column farm.score_gains.seats is 'How many seats it had.';
comment on column farm.score_gains.wins is 'Seats that won.';
comment on column farm.score_gains.draws is 'Seats that had a part in a draw.';
comment on column farm.score_gains.survivals is 'Seats that survived while somebody else won.';
comment on column farm.score_gains.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.gains is
	'What each player gained in a tournament, as sums over complete blocks.';
comment on column farm.gains.tournament is 'The tournament''s name.';
comment on column farm.gains.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.gains.user_id is 'The player: users.id.';
comment on column farm.gains.games is 'Finished games of the tournament.';
comment on column farm.gains.left_out is 'Finished games of blocks that are not complete.';
comment on column farm.gains.blocks is 'Complete blocks.';
comment on column farm.gains.shares is 'The sum of its shares of the points of complete blocks.';
comment on column farm.gains.squares is 'The sum of the squares of these shares.';
comment on column farm.gains.expected is 'Its part of the seats of complete blocks, from 0 to 1.';
comment on column farm.gains.powers is 'How many powers the map has.';
comment on column farm.gains.points is 'The points of all its seats.';
comment on column farm.gains.seats is 'How many seats it had.';
comment on column farm.gains.wins is 'Seats that won.';
comment on column farm.gains.draws is 'Seats that had a part in a draw.';
comment on column farm.gains.survivals is 'Seats that survived while somebody else won.';
comment on column farm.gains.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.score_comparisons is
	'Each two players of a tournament who met in a block, by score: who is better, and how sure that is.';
comment on column farm.score_comparisons.score is
	'thesis, squares, daide or solos: see farm.scores.';
comment on column farm.score_comparisons.tournament is 'The tournament''s name.';
comment on column farm.score_comparisons.player is 'Who gained more, by its seats.';
comment on column farm.score_comparisons.opponent is 'The other one.';
comment on column farm.score_comparisons.games is 'Games in these blocks.';
comment on column farm.score_comparisons.blocks is 'Complete blocks in which both had seats.';
comment on column farm.score_comparisons.difference is
	'Scores a game of the player less those of the opponent, in percent; daide: as they are.';
comment on column farm.score_comparisons.expected is
	'The same of their seats: 0 where both have equally many.';
comment on column farm.score_comparisons.low is 'The lower end of the 95 % interval of difference.';
comment on column farm.score_comparisons.high is
	'The upper end of the 95 % interval of difference.';
comment on column farm.score_comparisons.p is
	'How probable a difference at least as far from the expected one is by chance.';
comment on column farm.score_comparisons.needed is
	'Games for which such a difference is told from chance in four tournaments of five.';
comment on column farm.score_comparisons.verdict is 'What that means, in words.';

comment on view farm.comparisons is
	'Each two players of a tournament who met in a block: who is better, and how sure that is.';
comment on column farm.comparisons.tournament is 'The tournament''s name.';
comment on column farm.comparisons.player is 'Who gained more, by its seats.';
comment on column farm.comparisons.opponent is 'The other one.';
comment on column farm.comparisons.games is 'Games in complete blocks.';
comment on column farm.comparisons.blocks is 'Complete blocks in which both had seats.';
comment on column farm.comparisons.difference is
	'Points a game of the player less those of the opponent, in percent.';
comment on column farm.comparisons.expected is
	'The same of their seats: 0 where both have equally many.';
comment on column farm.comparisons.low is 'The lower end of the 95 % interval of difference.';
comment on column farm.comparisons.high is 'The upper end of the 95 % interval of difference.';
comment on column farm.comparisons.p is
	'How probable a difference at least as far from the expected one is by chance.';
comment on column farm.comparisons.needed is
	'Games for which such a difference is told from chance in four tournaments of five.';
comment on column farm.comparisons.verdict is 'What that means, in words.';

comment on view farm.duels is
	'Tournaments in which one player had a team of powers and another one the rest: what the first one '
	'gained.';
comment on column farm.duels.tournament is 'The tournament''s name.';
comment on column farm.duels.matrix is 'The matrix that it is a cell of, by its name; or null.';
comment on column farm.duels.player_number is 'The player''s number in the matrix, from 1.';
comment on column farm.duels.opponent_number is 'The opponent''s number in the matrix.';
comment on column farm.duels.team is 'How many powers the player had in each game.';
comment on column farm.duels.others is 'How many powers the opponent had.';
comment on column farm.duels.player is 'The player.';
comment on column farm.duels.opponent is 'Who had the other powers.';
comment on column farm.duels.due is 'How many games the tournament has.';
comment on column farm.duels.games is 'Finished games.';
comment on column farm.duels.left_out is 'Finished games of blocks that are not complete.';
comment on column farm.duels.blocks is 'Complete blocks.';
comment on column farm.duels.points is 'The points of the player''s seats.';
comment on column farm.duels.share is 'Its share of all points, in percent; of complete blocks.';
comment on column farm.duels.expected is 'Its share of the seats, in percent.';
comment on column farm.duels.low is 'The lower end of the 95 % interval of share.';
comment on column farm.duels.high is 'The upper end of the 95 % interval of share.';
comment on column farm.duels.p is
	'How probable a share at least as far from the expected one is by chance.';
comment on column farm.duels.wins is 'Games that it won.';
comment on column farm.duels.draws is 'Seats that had a part in a draw.';
comment on column farm.duels.years is 'After how many years it won: the mean of its wins.';

comment on view farm.results is 'How each seat of each finished game ended.';
comment on column farm.results.tournament is 'The tournament''s name.';
comment on column farm.results.game is 'The game: games.id.';
comment on column farm.results.number is 'The game''s number in the tournament, from 1.';
comment on column farm.results.power is 'The power: FRA.';
comment on column farm.results.player is 'Who played it.';
comment on column farm.results.points is '1 for a win; in a draw the survivors share one point.';
comment on column farm.results.fate is 'win, draw, survival (somebody else won) or elimination.';
comment on column farm.results.centres is 'Supply centres on the final board.';
comment on column farm.results.rounds is 'How many rounds the game took, two a year.';

comment on view farm.score_standings is
	'Scores by tournament and player. farm.standings has those of the thesis.';
comment on column farm.score_standings.score is 'thesis, squares, daide or solos: see farm.scores.';
comment on column farm.score_standings.tournament is 'The tournament''s name.';
comment on column farm.score_standings.player is 'The player.';
comment on column farm.score_standings.games is 'Finished games of the tournament.';
comment on column farm.score_standings.left_out is
	'Finished games of blocks that are not complete: share, low, high and p do not count them.';
comment on column farm.score_standings.blocks is 'Complete blocks of games: see tournaments.block.';
comment on column farm.score_standings.seats is 'How many seats it had in all games.';
comment on column farm.score_standings.points is 'The scores of all its seats.';
comment on column farm.score_standings.per_seat is 'Its points, divided by its seats.';
comment on column farm.score_standings.worth is 'What a seat is worth on average.';
comment on column farm.score_standings.share is
	'Its scores a game, in percent; daide: as they are.';
comment on column farm.score_standings.expected is 'The same, if all players were equal.';
comment on column farm.score_standings.low is
	'The lower end of the 95 % interval of share. Of solos: for as many games with a winner as there were.';
comment on column farm.score_standings.high is 'The upper end of the 95 % interval of share.';
comment on column farm.score_standings.p is
	'How probable a share at least as far from the expected one is by chance.';
comment on column farm.score_standings.wins is 'Seats that won.';
comment on column farm.score_standings.draws is 'Seats that had a part in a draw.';
comment on column farm.score_standings.survivals is 'Seats that survived while somebody else won.';
comment on column farm.score_standings.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.standings is 'Points by tournament and player.';
comment on column farm.standings.tournament is 'The tournament''s name.';
comment on column farm.standings.player is 'The player.';
comment on column farm.standings.games is 'Finished games of the tournament.';
comment on column farm.standings.left_out is
	'Finished games of blocks that are not complete: share, low, high and p do not count them.';
comment on column farm.standings.blocks is 'Complete blocks of games: see tournaments.block.';
comment on column farm.standings.points is 'The points of all its seats.';
comment on column farm.standings.per_seat is 'Its points, divided by its seats.';
comment on column farm.standings.worth is 'What a seat is worth on average: 1 / powers of the map.';
comment on column farm.standings.share is 'Its share of all points, in percent.';
comment on column farm.standings.expected is 'Its share of the seats, in percent.';
comment on column farm.standings.low is 'The lower end of the 95 % interval of share.';
comment on column farm.standings.high is 'The upper end of the 95 % interval of share.';
comment on column farm.standings.p is
	'How probable a share at least as far from the expected one is by chance.';
comment on column farm.standings.seats is 'How many seats it had in all games.';
comment on column farm.standings.wins is 'Seats that won.';
comment on column farm.standings.draws is 'Seats that had a part in a draw.';
comment on column farm.standings.survivals is 'Seats that survived while somebody else won.';
comment on column farm.standings.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.standings_by_power is 'Points by tournament, power and player.';
comment on column farm.standings_by_power.tournament is 'The tournament''s name.';
comment on column farm.standings_by_power.power is 'The power: FRA.';
comment on column farm.standings_by_power.player is 'Who played it; "(all)": all players together.';
comment on column farm.standings_by_power.games is 'Finished games in which the player had the power.';
comment on column farm.standings_by_power.points is 'The points of those seats.';
comment on column farm.standings_by_power.share is 'Points a game, in percent.';
comment on column farm.standings_by_power.expected is 'What a seat is worth, in percent.';
comment on column farm.standings_by_power.low is 'The lower end of the 95 % interval of share.';
comment on column farm.standings_by_power.high is 'The upper end of the 95 % interval of share.';
comment on column farm.standings_by_power.p is
	'How probable a share at least as far from the expected one is by chance.';
comment on column farm.standings_by_power.wins is 'Seats that won.';
comment on column farm.standings_by_power.draws is 'Seats that had a part in a draw.';
comment on column farm.standings_by_power.survivals is 'Seats that survived while somebody else won.';
comment on column farm.standings_by_power.eliminations is 'Seats that had no unit left at the end.';

comment on view farm.stopping is
	'Tournaments that stop when enough is known (--until), and how far they are judged.';
comment on column farm.stopping.tournament is 'The tournament''s name.';
comment on column farm.stopping.rule is 'The rule: "2%" or "sprt(2%)".';
comment on column farm.stopping.score is 'The score that is judged: see farm.scores.';
comment on column farm.stopping.player is 'The player whose share is judged: the first of --seats.';
comment on column farm.stopping.judged is
	'So many games are judged: the first ones, none of them missing.';
comment on column farm.stopping.games is 'All games of the tournament.';
comment on column farm.stopping.least is 'No verdict comes before so many games.';
comment on column farm.stopping.verdict is
	'known, better, worse, same, or all played; null: it is not judged to the end.';
comment on column farm.stopping.last_game is
	'The last game that counts; those behind it are cancelled.';
comment on column farm.stopping.share is
	'The player''s share in the games that are judged, in percent.';
comment on column farm.stopping.fair is 'Its part of the seats, in percent.';
comment on column farm.stopping.low is
	'The lower end of the 95 % interval of share, as if the number of games had been fixed.';
comment on column farm.stopping.high is 'The upper end of it.';
comment on column farm.stopping.estimate is 'The share, corrected for stopping, in percent.';
comment on column farm.stopping.evidence is
	'Of sprt: the larger log-likelihood ratio of a difference, up or down; null for other rules.';
comment on column farm.stopping.finds is 'The ratio that finds a difference.';
comment on column farm.stopping.refuses is 'Where both ratios are at most this, there is none.';
comment on column farm.stopping.expected is
	'Games that the test takes on average if the difference is just that of the rule.';
comment on column farm.stopping.held_up_by is
	'The first game that is missing, where it was put aside: no later one is judged.';

comment on view farm.stopping_told is
	'The same in words.';
comment on column farm.stopping_told.tournament is 'The tournament''s name.';
comment on column farm.stopping_told.evidence is 'The numbers of sprt in words; null for other rules.';
comment on column farm.stopping_told.said is 'What the rule came to so far.';

comment on view farm.progress is 'How far each tournament is: how many games are in which state.';
comment on column farm.progress.tournament is 'The tournament''s name.';
comment on column farm.progress.games is 'All its games.';
comment on column farm.progress.pending is 'Games that nobody plays yet.';
comment on column farm.progress.claimed is 'Games that a worker plays now.';
comment on column farm.progress.waiting is 'Games that wait for an external player.';
comment on column farm.progress.finished is 'Games that are finished.';
comment on column farm.progress.quarantined is 'Games that were put aside.';
comment on column farm.progress.cancelled is 'Games that were cancelled.';
comment on column farm.progress.phases is 'Phases of the finished games.';

comment on view farm.resolution is 'What the judge took in movement phases, by conclusive stage.';
comment on column farm.resolution.tournament is 'The tournament''s name.';
comment on column farm.resolution.stage is
	'The last stage that the judge needed: see boards.resolve_stage; null: any stage.';
comment on column farm.resolution.conclusive_stage is 'The name of that stage.';
comment on column farm.resolution.boards is 'How many boards needed it.';
comment on column farm.resolution.percent is 'The same, in percent of all boards.';
comment on column farm.resolution.average_ns is 'The average time of the judge, in nanoseconds.';
comment on column farm.resolution.median_ns is 'The median time of the judge, in nanoseconds.';
comment on column farm.resolution.average_orders is 'How many orders a board had, on average.';
comment on column farm.resolution.ns_an_order is 'The judge''s nanoseconds for one order.';

comment on column farm.users.settings is
	'The player''s settings. One that is newer than 0.1.0 stands here only where it is not normal.';

comment on view farm.decisions is
	'What each power''s thinking took in each movement phase. The columns of stages and times are '
	'null where there were no forecasts.';
comment on column farm.decisions.tournament is 'The tournament''s name.';
comment on column farm.decisions.game is 'The game: games.id.';
comment on column farm.decisions.phase is 'The phase as a number that sorts: see boards.phase.';
comment on column farm.decisions.power is 'The power: FRA.';
comment on column farm.decisions.player is 'Who played it.';
comment on column farm.decisions.settings is 'The player''s settings.';
comment on column farm.decisions.think_ns is 'Nanoseconds that the player took.';
comment on column farm.decisions.forecasts is 'How many resolutions it looked ahead by.';
comment on column farm.decisions.conditioning is 'Forecasts that the stage conditioning concluded.';
comment on column farm.decisions.substitution is 'Forecasts that the stage substitution concluded.';
comment on column farm.decisions.supposition is 'Forecasts that the stage supposition concluded.';
comment on column farm.decisions.paradox is 'Forecasts that the stage paradox concluded.';
comment on column farm.decisions.forecast_ns is 'Nanoseconds of all its forecasts, inferred from those that were timed: ares times one in 17.';
comment on column farm.decisions.capped is 'Whether the player reached a limit on its effort.';

comment on view farm.efforts is
	'What the decisions of each seat took together, in movement phases. It reads the rows of '
	'summaries.';
comment on column farm.efforts.tournament is 'The tournament''s name.';
comment on column farm.efforts.game is 'The game: games.id.';
comment on column farm.efforts.power is 'The power: FRA.';
comment on column farm.efforts.player is 'Who played it.';
comment on column farm.efforts.decisions is 'In how many movement phases it had a unit.';
comment on column farm.efforts.think_ns is 'Nanoseconds that the player took for them.';
comment on column farm.efforts.longest_ns is 'Nanoseconds of the longest one.';
comment on column farm.efforts.foresaw is
	'How many decisions had forecasts; the columns behind this one are of these.';
comment on column farm.efforts.foresaw_ns is 'Nanoseconds that the player took for them.';
comment on column farm.efforts.forecasts is 'How many resolutions it looked ahead by.';
comment on column farm.efforts.conditioning is 'Forecasts that the stage conditioning concluded.';
comment on column farm.efforts.substitution is 'Forecasts that the stage substitution concluded.';
comment on column farm.efforts.supposition is 'Forecasts that the stage supposition concluded.';
comment on column farm.efforts.paradox is 'Forecasts that the stage paradox concluded.';
comment on column farm.efforts.forecast_ns is 'Nanoseconds of all forecasts, inferred from those that were timed.';
comment on column farm.efforts.capped is 'In how many the player reached a limit on its effort.';

comment on view farm.incidents is
	'What happened in each finished game, to find the strange and the slow ones. Columns from '
	'moves on are null where aresctl init has not summed the game up yet.';
comment on column farm.incidents.tournament is 'The tournament''s name.';
comment on column farm.incidents.game is 'The game: games.id.';
comment on column farm.incidents.number is 'Its number in the tournament.';
comment on column farm.incidents.phases is 'How many phases were played.';
comment on column farm.incidents.moves is 'How many of them were movement phases.';
comment on column farm.incidents.resolve_ns is 'Nanoseconds that the judge took in these.';
comment on column farm.incidents.think_ns is 'Nanoseconds that all players took in these.';
comment on column farm.incidents.longest_ns is 'Nanoseconds of the longest decision.';
comment on column farm.incidents.bounced is 'Moves that bounced.';
comment on column farm.incidents.cut is 'Supports that were cut.';
comment on column farm.incidents.void is 'Supports and convoys that matched no order given.';
comment on column farm.incidents.dislodged is 'Units that were dislodged.';
comment on column farm.incidents.convoyed is 'Convoys that were followed.';
comment on column farm.incidents.retreated is 'Retreats that were followed.';
comment on column farm.incidents.built is 'Builds by order; those that chance draws do not count.';
comment on column farm.incidents.removed is
	'Removals by order; those that chance draws do not count.';
comment on column farm.incidents.leads is
	'How often a year began with another power ahead than the last one that was.';
comment on column farm.incidents.standstill is
	'Years in the longest run in which no centre changed hands.';

comment on view farm.thesis_results is
	'Table 12 of the thesis, a row for each seat, like farm.results.';
comment on column farm.thesis_results.tournament is 'Always "(thesis)".';
comment on column farm.thesis_results.number is 'The game''s number, from 1.';
comment on column farm.thesis_results.power is 'The power: FRA.';
comment on column farm.thesis_results.player is 'ares or random.';
comment on column farm.thesis_results.points is '1 for a win; in a draw the survivors share one point.';
comment on column farm.thesis_results.fate is
	'win, draw, survival or elimination; null: one of several powers that may have won.';
comment on column farm.thesis_results.rounds is 'How many rounds the game took, two a year.';

comment on view farm.overdue is 'How many turns are late, for anybody to see: not whose.';
comment on column farm.overdue.turns is 'External players that are still waited for, though their deadline is over.';
comment on view farm.open_phases is
	'Games that wait for external players, for anybody to see: not for whom, and nothing of what was submitted.';
comment on column farm.open_phases.game is 'The game: games.id.';
comment on column farm.open_phases.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.open_phases.deadline is 'When the game goes on without them; null: never.';
comment on view farm.tuning_progress is 'How far the tunings are: searches for settings of a player.';
comment on column farm.tuning_progress.tournament is 'The tuning''s name: that of its tournament.';
comment on column farm.tuning_progress.player is 'The player, as lib/players/players.def names it.';
comment on column farm.tuning_progress.score is 'The score that both sides are judged by: see farm.scores.';
comment on column farm.tuning_progress.asked is 'What was asked for, in short: settings, games, score, gain.';
comment on column farm.tuning_progress.steps is 'How many steps it has.';
comment on column farm.tuning_progress.step is 'How many of them are played.';
comment on column farm.tuning_progress.games is 'The games of all steps.';
comment on column farm.tuning_progress.played is 'How many of them are finished.';
comment on column farm.tuning_progress.ending is
	'all played, cancelled or failed; null: it goes on.';
comment on column farm.tuning_progress.reason is 'Why it failed; else null.';
comment on column farm.tuning_progress.start is 'The player with the settings that it began with.';
comment on column farm.tuning_progress.found is
	'The player with the settings that were found so far: the mean of where they stood after each step '
	'of the last quarter; null: no step is played.';
comment on column farm.tuning_progress.remaining is
	'How long the rest takes, if each step takes as long as the last ten did; null: it ended, or no '
	'step is played.';
comment on column farm.tuning_progress.held_up_by is
	'The game of the last step that was put aside, so that there is no next one; null: none.';

comment on view farm.tuning_told is 'The same in words, a line for each tuning.';
comment on column farm.tuning_told.tournament is 'The tuning''s name.';
comment on column farm.tuning_told.said is 'How far it is.';

comment on view farm.tuning_course is
	'The course of tunings: a row for each setting that is tuned, in each step.';
comment on column farm.tuning_course.tournament is 'The tuning''s name: that of its tournament.';
comment on column farm.tuning_course.step is 'The step, from 1.';
comment on column farm.tuning_course.place is 'The place of the setting in the player''s list, from 1.';
comment on column farm.tuning_course.setting is 'The setting''s name.';
comment on column farm.tuning_course.normal is 'Its normal value.';
comment on column farm.tuning_course.low is 'The least value that may be tried.';
comment on column farm.tuning_course.high is 'The greatest one.';
comment on column farm.tuning_course.start is 'The value that the search began with.';
comment on column farm.tuning_course.last_game is 'The number of the step''s last game in the tournament.';
comment on column farm.tuning_course.theta is 'Where the setting stood before the step.';
comment on column farm.tuning_course.plus is 'Its value on one side.';
comment on column farm.tuning_course.minus is 'Its value on the other side.';
comment on column farm.tuning_course.plus_share is
	'What the one side gained, in percent of all points by the score''s shares; null: not all games are '
	'finished.';
comment on column farm.tuning_course.minus_share is 'The same of the other side.';
comment on column farm.tuning_course.gradient is
	'The difference of the shares by the difference of the values; null with plus_share.';
comment on column farm.tuning_course.moved_to is
	'Where the setting stood after the step; null with plus_share.';
comment on column farm.tuning_course.found is
	'The value found up to then; null with plus_share. See farm.tuning_progress.found.';
comment on column farm.tuning_course.made_at is 'When the step was made.';
comment on column farm.tuning_course.ended_at is 'When it was played; null with plus_share.';

comment on view farm.awaited is
	'The external players that games wait for: a row for each power that has not yet ordered all '
	'that is due.';
comment on column farm.awaited.tournament is 'The tournament''s name.';
comment on column farm.awaited.game is 'The game: games.id.';
comment on column farm.awaited.number is 'The game''s number in the tournament, from 1.';
comment on column farm.awaited.power is 'The power that must order: FRA.';
comment on column farm.awaited.player is 'Who plays it.';
comment on column farm.awaited.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.awaited.due is 'How many orders are due.';
comment on column farm.awaited.asked_at is 'When the player was asked.';
comment on column farm.awaited.deadline is 'When the game goes on without it; null: never.';

comment on view farm.played_orders is
	'What external players submitted, of phases that were played.';
comment on column farm.played_orders.tournament is 'The tournament''s name.';
comment on column farm.played_orders.game is 'The game: games.id.';
comment on column farm.played_orders.number is 'The game''s number in the tournament, from 1.';
comment on column farm.played_orders.power is 'The power: FRA.';
comment on column farm.played_orders.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.played_orders.orders is 'The orders, as text.';
comment on column farm.played_orders.problems is
	'Why each order was disregarded, parallel to orders; null: it counted.';
comment on column farm.played_orders.final is 'The player had said that no more orders would come.';
comment on column farm.played_orders.player is 'Who submitted them; null: not known.';
comment on column farm.played_orders.given_at is 'When they were submitted.';
comment on column farm.played_orders.played_at is 'When the phase was played.';

-- ── schema api ──

comment on schema api is
	'What an external player may use: its turns and games, and a function that submits orders. It has '
	'no right in schema farm.';
comment on view farm.games_mine is 'The caller''s games. The views of schema api read it.';
comment on column farm.games_mine.game is 'The game: games.id.';
comment on column farm.games_mine.tournament_id is 'The tournament: tournaments.id.';

comment on view farm.open_turns is
	'What external players are asked now: a row for each power that must order. api.my_turns shows a '
	'player its own, web.turn a link''s.';
comment on column farm.open_turns.game is 'The game: games.id.';
comment on column farm.open_turns.user_id is 'The user who plays the power.';
comment on column farm.open_turns.seat is 'The number of the power.';
comment on column farm.open_turns.tournament is 'As in api.my_turns.';
comment on column farm.open_turns.number is 'As in api.my_turns.';
comment on column farm.open_turns.phase is 'As in api.my_turns.';
comment on column farm.open_turns.power is 'As in api.my_turns.';
comment on column farm.open_turns.due is 'As in api.my_turns.';
comment on column farm.open_turns.deadline is 'As in api.my_turns.';
comment on column farm.open_turns.units is 'As in api.my_turns.';
comment on column farm.open_turns.dislodged is 'As in api.my_turns.';
comment on column farm.open_turns.board is 'As in api.my_turns.';
comment on column farm.open_turns.centres is 'As in api.my_turns.';
comment on column farm.open_turns.legal is 'As in api.my_turns.';
comment on column farm.open_turns.submitted is 'As in api.my_turns.';
comment on column farm.open_turns.final is 'As in api.my_turns.';

comment on view api.my_turns is
	'What you must decide now: a row for each power that must order. api.submit_orders takes orders.';
comment on column api.my_turns.game is 'The game''s id; submit_orders takes it.';
comment on column api.my_turns.tournament is 'The tournament''s name.';
comment on column api.my_turns.number is 'The game''s number in the tournament, from 1.';
comment on column api.my_turns.phase is 'The phase to decide: S1901M, F1901R, W1901A.';
comment on column api.my_turns.power is 'The power to decide for: FRA.';
comment on column api.my_turns.due is 'How many orders are due.';
comment on column api.my_turns.deadline is 'Until when; null: for ever.';
comment on column api.my_turns.units is 'The power''s own units: "A par".';
comment on column api.my_turns.dislodged is 'All dislodged units: "FRA A par"; null: none.';
comment on column api.my_turns.board is 'Everybody''s units: "FRA A par".';
comment on column api.my_turns.centres is 'Everybody''s centres: "FRA par".';
comment on column api.my_turns.legal is 'Every order that may be given.';
comment on column api.my_turns.submitted is 'The orders submitted so far; null: none.';
comment on column api.my_turns.final is 'Whether they were called final.';

comment on view api.my_games is 'Your seats in all games, open and over.';
comment on column api.my_games.game is 'The game''s id.';
comment on column api.my_games.tournament is 'The tournament''s name.';
comment on column api.my_games.number is 'The game''s number in the tournament, from 1.';
comment on column api.my_games.power is 'The power that you play: FRA.';
comment on column api.my_games.state is 'open, finished, quarantined or cancelled.';
comment on column api.my_games.ended is 'The phase it ended on; null: it is not finished.';
comment on column api.my_games.fate is
	'win, draw, survival or elimination; null: it is not finished.';
comment on column api.my_games.points is
	'1 for a win; in a draw the survivors share one point; null: it is not finished.';
comment on column api.my_games.centres is
	'Your centres on the final board; null: it is not finished.';
comment on column api.my_games.winner is 'The power that won; null: none.';
comment on column api.my_games.map is 'The map it is played on: see api.areas.';

comment on view api.my_orders is
	'The orders of all powers in your games, and how they fared, of every phase that was played.';
comment on column api.my_orders.game is 'The game''s id.';
comment on column api.my_orders.tournament is 'The tournament''s name.';
comment on column api.my_orders.number is 'The game''s number in the tournament, from 1.';
comment on column api.my_orders.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column api.my_orders.phase_number is 'The phase as a number that sorts.';
comment on column api.my_orders.power is 'The power that gave the order: FRA.';
comment on column api.my_orders.text is 'The order in the usual notation: A mar S A par - bur.';
comment on column api.my_orders.result is
	'What became of it: succeeds, bounced, cut, dislodged and so on.';
comment on column api.my_orders.dislodged is 'Whether the unit was dislodged.';
comment on column api.my_orders.action is
	'hold, move, support, convoy, retreat, disband, build, remove or waive.';
comment on column api.my_orders."from" is 'The area that the unit stands in.';
comment on column api.my_orders."to" is
	'The area that it goes to. Of a support or convoy: where the other unit goes; null: nowhere.';
comment on column api.my_orders.aux is
	'The area of the other unit, which it supports or convoys; null: it helps none.';

comment on view api.my_units is
	'All units of your games at the beginning of every phase that was played, and on the final board. '
	'api.my_turns has the board of the phase in play.';
comment on column api.my_units.game is 'The game''s id.';
comment on column api.my_units.tournament is 'The tournament''s name.';
comment on column api.my_units.number is 'The game''s number in the tournament, from 1.';
comment on column api.my_units.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column api.my_units.phase_number is 'The phase as a number that sorts.';
comment on column api.my_units.power is 'The power that the unit belongs to: FRA.';
comment on column api.my_units.type is 'A: an army. F: a fleet.';
comment on column api.my_units.area is 'The area that it stands in, with its coast: stp/nc.';
comment on column api.my_units.province is 'The province of that area: stp.';
comment on column api.my_units.coast is 'The coast: nc, sc, ec; null: the province has only one, or none.';
comment on column api.my_units.dislodged is 'Whether it was dislodged and must retreat.';

comment on view api.my_centres is
	'Who owned every supply centre of your games at the beginning of every phase that was played, and '
	'on the final board.';
comment on column api.my_centres.game is 'The game''s id.';
comment on column api.my_centres.tournament is 'The tournament''s name.';
comment on column api.my_centres.number is 'The game''s number in the tournament, from 1.';
comment on column api.my_centres.phase is 'The phase: S1901M, F1901R, W1901A.';
comment on column api.my_centres.phase_number is 'The phase as a number that sorts.';
comment on column api.my_centres.province is 'The province of the centre: par.';
comment on column api.my_centres.owner is 'The power that owns it: FRA; null: nobody yet.';

comment on view api.areas is 'The areas of each map: provinces, and the coasts of those with several.';
comment on column api.areas.map is 'The map: see api.my_games.map.';
comment on column api.areas.area is 'The area''s code, as orders have it: par, stp/nc.';
comment on column api.areas.province is 'The code of its province: par, stp.';
comment on column api.areas.coast is 'The coast: nc, sc, ec; null: it is the province itself.';
comment on column api.areas.name is 'Its name.';
comment on column api.areas.type is 'land, coast or water.';
comment on column api.areas.centre is 'Whether it is a supply centre.';
comment on column api.areas.home is 'The power that owns it at the start; null: none.';
comment on column api.areas.start is 'The unit that stands there at the start, A or F; null: none.';

comment on view api.borders is 'Which unit can go from which area to which, without a convoy.';
comment on column api.borders.map is 'The map: see api.my_games.map.';
comment on column api.borders.unit is 'A: an army. F: a fleet.';
comment on column api.borders."from" is 'The area it goes from.';
comment on column api.borders."to" is 'The area it goes to.';

comment on view farm.known is 'What players share, by map and kind of value.';
comment on column farm.known.map is 'The map.';
comment on column farm.known.kind is 'What kind of value.';
comment on column farm.known."values" is 'How many values there are.';
comment on column farm.known.bytes is 'Bytes of their keys and values.';
comment on column farm.known.uses is 'How often workers have used them, at least (knowledge.uses).';
comment on column farm.known.unused is 'Values of which no worker has told a use.';

comment on view farm.disorders is
	'Powers in civil disorder, because their bots made three faults (tournaments.faults).';
comment on column farm.disorders.tournament is 'The tournament''s name.';
comment on column farm.disorders.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.disorders.game is 'The game: games.id.';
comment on column farm.disorders.number is 'The game''s number in the tournament, from 1.';
comment on column farm.disorders.power is 'The power: FRA.';
comment on column farm.disorders.player is 'The bot.';
comment on column farm.disorders.phase is
	'The phase since which it is in civil disorder: see boards.phase.';
comment on column farm.disorders.phase_name is 'The same: S1901M, F1901R, W1901A.';

comment on view farm.counted is
	'Games of a tournament by what became of them, and what came by faults of bots.';
comment on column farm.counted.tournament is 'The tournament''s name.';
comment on column farm.counted.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.counted.games is 'All its games.';
comment on column farm.counted.finished is 'Its finished games, which count.';
comment on column farm.counted.aside is 'Its games that are put aside (quarantined).';
comment on column farm.counted.unfinished is 'Its games that are pending, claimed or waiting.';
comment on column farm.counted.cancelled is
	'Its cancelled games; those behind the last one that counts (stops.last_game) are left out.';
comment on column farm.counted.faulted is 'Seats whose bots made faults in finished games.';
comment on column farm.counted.by_fault is
	'Points of finished games in which seats of others made faults.';
comment on column farm.counted.by_fault_said is
	'What came by faults, in words; null: no bot made a fault.';

comment on view farm.faults_told is 'What bots did wrong: a row for each decision that was none.';
comment on column farm.faults_told.tournament is 'The tournament''s name.';
comment on column farm.faults_told.game is 'The game: games.id.';
comment on column farm.faults_told.number is 'The game''s number in the tournament, from 1.';
comment on column farm.faults_told.phase is 'The phase as a number that sorts: see boards.phase.';
comment on column farm.faults_told.phase_name is 'The phase: S1901M, F1901R, W1901A.';
comment on column farm.faults_told.power is 'The power that the bot should have ordered for: FRA.';
comment on column farm.faults_told.player is 'The bot.';
comment on column farm.faults_told.kind is
	'absent, late, dead, garbled, unasked, wrong or illegal: see doc/bots.md.';
comment on column farm.faults_told.words is 'What was wrong, in words.';
comment on column farm.faults_told.last_words is
	'What the bot had said last on standard error; empty: nothing.';
comment on column farm.faults_told.forgiven is
	'The game was tried again since, and the fault no longer counts.';
comment on column farm.faults_told.epoch is 'The claim under which the bot was asked: games.epoch.';
comment on column farm.faults_told.at is 'When it was stored.';
comment on column farm.faults_told.tournament_id is 'The tournament: tournaments.id.';

comment on column farm.standings.faulted is
	'Its seats that made faults in finished games: see farm.faults_told.';
comment on column farm.standings.by_fault is
	'Its points of games in which seats of others made faults.';

comment on column farm.games.digest is
	'A sha256 over its terms, rows and end, by the worker that finished it '
	'(daemon/db/record/digest.h); null until then.';
