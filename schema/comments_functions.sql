-- comments_functions: what each function that readers and external players may call is for. Beside each function its file
-- says more. tests/db/schema.sh finds those without a comment.

comment on function farm.first_year is 'The year of the first phase of a standard game: 1901.';
comment on function farm.phase_year is 'The year of a phase.';
comment on function farm.phase_of_year is 'The first phase of a year, as a number.';
comment on function farm.phase_round is
	'How many phases of moves there are up to this phase, itself included: the round.';
comment on function farm.phase_name is 'A phase''s name: S1901M, F1901R, W1901A.';
comment on function farm.phase_is_move is 'Whether units move in this phase.';
comment on function farm.phase_is_retreat is 'Whether dislodged units retreat in this phase.';
comment on function farm.phase_is_adjustment is 'Whether powers build and remove units in this phase.';
comment on function farm.unit_area is 'The number of the area in which a packed unit stands (areas.id).';
comment on function farm.unit_type is 'A packed unit''s type: A or F.';
comment on function farm.unit_power is 'A packed unit''s power: its place in maps.powers, from 0.';
comment on function farm.unit_apart is
	'Whether a packed entry is no standing unit: a dislodged one, an adjustment, a closed province.';
comment on function farm.order_to is 'The number of the area where a packed order goes to; null: nowhere.';
comment on function farm.order_aux is
	'The number of the area of the unit that a packed order helps; null: it helps none.';
comment on function farm.order_aux_type is 'The type of that unit: A or F.';
comment on function farm.order_kind is 'A packed order''s kind, as a number: farm.order_action names it.';
comment on function farm.order_via is 'Whether a packed order of an army asks for a convoy.';
comment on function farm.order_result is 'What became of a packed order, as a number: farm.result_name names it.';
comment on function farm.order_dislodged is 'Whether the unit of a packed order was dislodged.';
comment on function farm.order_given is 'Whether a packed entry has an order. Else it only says where a unit stands.';
comment on function farm.order_action is 'The name of a kind of order: hold, move, support and so on (lib/board/orders.def).';
comment on function farm.order_form is 'The form in which an order of this kind is written (lib/board/orders.def).';
comment on function farm.order_helps is 'Whether an order of this kind helps another unit.';
comment on function farm.order_text is 'An order in the usual notation, from its parts.';
comment on function farm.result_name is
	'The name of what became of an order: succeeds, bounced and so on (lib/judges/results.def).';
comment on function farm.stage_name is 'The name of a stage of a judge (lib/judges/stages.def).';
comment on function farm.boards_of is
	'The boards of one game, phase by phase. Views read boards by it, so that they read no other game.';
comment on function farm.game_digest is
	'A sha256 of all that a game''s play determined, without times, workers and ids.';
comment on function farm.tournament_digest is 'The same of a whole tournament, in hex. It is equal after any history.';
comment on function farm.grid_cells is 'The cells of a grid of whole games: a tournament each.';
comment on function farm.grid_best is
	'Which cells of a grid may be the best: those without p < 0.05, with 95 %, however many cells there are.';
comment on function farm.question_subject is
	'What a question is about: the name, which must be that of a tournament, grid, matrix, tuning or run of'
	' test cases; the latest if it is null.';
comment on function farm.question_source is
	'What an answer must name to be cited: the tournament, its seed, and its digest when all is played.';
comment on function farm.question_power is 'The power, which must be one of the tournament''s map.';
comment on function farm.tournament_seed is 'A tournament''s seed; null while it is a secret to the caller.';
comment on function farm.supervisors_connected is 'The processes of aresd that are connected.';
comment on function farm.histogram is
	'Boards of a tournament by nanoseconds a unit, in bins of this width, by conclusive stage.';
comment on function farm.by_year is 'The points of each seat, if all games had ended at the beginning of a year.';
comment on function farm.openings is
	'A row a game: the orders of a power''s units in the first phase, and its player''s settings.';
comment on function farm.caller is 'The role that is calling, also in what runs as the owner.';
comment on function farm.caller_player is
	'The same as the owner of seats; null for a name that stands for a protocol''s seats.';
comment on function farm.setting is 'A player''s setting as a number; null: it has none of that name.';
comment on function farm.bounded is 'A sum as a bigint, cut where no farm can reach it; 0 of nothing.';
comment on function farm.interval95 is
	'Half the width of the 95 % interval of a mean over n games, from the standard deviation.';
comment on function farm.ratio95 is 'Half the width of the 95 % interval of sum(y) / sum(x) over n games.';
comment on function farm.wilson95 is 'The 95 % interval (Wilson''s) of a share, of which k of n were found.';
comment on function farm.share95 is
	'The 95 % interval of a mean share over n blocks, and p of its difference from the expected one.';
comment on function farm.block95 is 'farm.share95 of blocks of so many games.';
comment on function farm.student_p is 'How probable it is that Student''s t lies so far from 0, on either side.';
comment on function farm.student_t is
	'The t beyond which Student''s distribution has a part p, on both sides together.';
comment on function farm.gamma_step is 'The quotient of gamma functions of a + 1/2 and a.';
comment on function farm.beta_fraction is 'The continued fraction of the incomplete beta function.';
comment on function farm.normal_below is 'The part of the normal distribution below z.';
comment on function farm.least_blocks is 'The fewest blocks for which a comparison makes a claim.';
comment on function farm.head_to_head is
	'What any two players of some tournaments gained from the games in which both played.';
comment on function farm.score_table is 'What the players of some tournaments gained, by each score.';
comment on function farm.complete_blocks is 'The complete blocks of some tournaments, and which repeat others.';
comment on function farm.rated is 'The ratings that aresctl rate found last for some tournaments.';
comment on function farm.solve is 'The solution of a system of linear equations.';
comment on function farm.choices is 'The choices that games are for a rating.';
comment on function farm.choices_check is 'Fails when these tournaments cannot be rated by a score.';
comment on function farm.stop_is_due is 'Whether a test of a tournament that may stop is due after so many blocks.';
comment on function farm.stop_bounds is 'The log-likelihood ratios at which a test finds a difference, and refuses it.';
comment on function farm.stop_variance is 'The variance by which a tournament that may stop is judged.';
comment on function farm.stop_estimate is 'The difference from the expected share, corrected for stopping.';
comment on function farm.tuning_seat is
	'A tuned player with these values of the settings that are searched: its name, label and all settings. Null: as the search began.';
comment on function farm.tuning_found is
	'The values that a tuning has found so far, in the order of tuning_settings.place; null: no step is played.';

comment on function api.submit_orders is
	'Submits orders for a turn, a row each with what is wrong with it. doc/playing.md explains it.';
comment on function api.seat is
	'A seat of the caller''s, in a game and as a power, and where its game is; as web.seat.';
comment on function api.seat_turn is
	'The phase that players are asked for, for a seat of the caller''s; as web.turn.';
comment on function api.seat_others is
	'All powers of the game of a seat of the caller''s, and for whom it waits; as web.others.';
comment on function api.seat_board is
	'The position in play, packed as the farm stores boards, and the orders of a seat of the caller''s.';
comment on function api.seat_pulse is
	'A text that is another one as soon as there is anything new at a seat of the caller''s.';
comment on function api.seat_phases is
	'The phases that were played in the game of a seat of the caller''s.';
comment on function api.seat_history is
	'What was played in the game of a seat of the caller''s, a row a phase; as web.history.';
comment on function api.seat_submit_orders is
	'Submits orders for a seat of the caller''s. The game waits until they are final; as web.submit_orders.';
comment on function api.seat_withdraw_final is
	'Takes back that the orders of a seat of the caller''s are final; null, or why that cannot be.';

comment on function farm.summaries_of is
	'The summaries of a tournament''s games. Of a game that has none it makes one of its boards.';
comment on function farm.resolutions is
	'How many resolutions of a tournament had this conclusive stage, this time and so many orders.';
comment on function farm.boards_unsummed is 'The boards of a tournament''s games that have no summary.';
comment on function farm.boards_at is 'The boards of a tournament in one phase, game by game.';
comment on function farm.decisions_of is 'The decisions of a phase of moves: a row for each power that has a unit.';
comment on function farm.first_decisions is 'The decisions of a tournament''s first phase, in the shape of farm.decisions.';
comment on function farm.sharing_by_year is
	'The powers that would share the point of a game, as bits, if it had ended at the beginning of a year.';
comment on function farm.shares_by_year is
	'How many games have so many seats of some players, which would have these points together, by year.';
comment on function farm.powers_by_year is 'How many games would give a power these points, by year.';
comment on function farm.clipped is 'A sum as a bigint. What no bigint can hold is cut.';
comment on function farm.deviation is
	'The standard deviation in a sample of n values, from their sum and the sum of their squares.';

comment on function farm.games_aside is
	'How many games were put aside since a time, in microseconds since 1970, and one of them.';
comment on function farm.tournament_retry is
	'Retries all games of a tournament that are put aside. Returns how many.';
comment on function farm.bots_missing is
	'The tournaments whose pending games nobody plays, because no worker has their bots: a line each. '
	'bots: names that count as if a worker had them.';
