/* prospect_body: the values of lanes of one width. The file of a width defines LANES and VALUE, the
 * name of its function, and includes this once. */
#include "judges/lanes/word_target.h"

#include "prospect.h"

#include "judges/lanes/word.h"
#include "odds.h"

/* Numbers of all lanes, bit by bit. */
enum { PLANES = 8, MASKS_MAX = PROVINCES_MAX + 8 };

struct planes {
	int count;
	word plane[PLANES];
};

/* What is counted in each lane. */
enum count { CENTRES, TAKEN, LOST, PRIZES, THREATS, DISLODGED, HOMES, SITES, COUNTS };

/* Masks that are added up. */
struct heap {
	int count;
	word mask[MASKS_MAX];
};

struct sight {
	const struct prospect *prospect;
	const struct prospect_view *view;
	const word *posts;
	word *room; /* for masks that are added up */
	struct heap heaps[COUNTS];
	/* Centres by who stands in them, else by owner: of the others in fall, of all where values are
	 * curved. */
	struct heap held[POWERS_MAX];
};

/* ── sums ── */

/* Adds up masks, which are used up. Three of them make a sum and a carry, as in an adder. Returns
 * how many are carried. */
static inline int add_plane(word masks[], int count, word *plane)
{
	word sum = masks[0];
	int carried = 0, i = 1;

	for (; i + 1 < count; i += 2) {
		const word one = masks[i], two = masks[i + 1], odd = sum ^ one;
		masks[carried++] = (sum & one) | (odd & two);
		sum = odd ^ two;
	}
	if (i < count) {
		const word last = masks[i];
		masks[carried++] = sum & last;
		sum ^= last;
	}
	*plane = sum;
	return carried;
}

static void add_up(word masks[], int count, struct planes *sum)
{
	sum->count = 0;
	while (count > 0)
		count = add_plane(masks, count, &sum->plane[sum->count++]);
}

static inline void push(struct heap *heap, word mask)
{
	heap->mask[heap->count++] = mask;
}

/* Where one number is greater than another. */
static inline word exceeds(const struct planes *one, const struct planes *other)
{
	const int most = MAX(one->count, other->count);
	word greater = none();

	for (int i = 0; i < most; i++) {
		const word a = i < one->count ? one->plane[i] : none();
		const word b = i < other->count ? other->plane[i] : none();
		greater = (a & ~b) | (greater & ~(a ^ b));
	}
	return greater;
}

static inline void keep_greater(struct planes *most, const struct planes *other)
{
	const word less = exceeds(other, most);

	for (int i = most->count; i < other->count; i++)
		most->plane[i] = none();
	most->count = MAX(most->count, other->count);
	for (int i = 0; i < most->count; i++)
		most->plane[i] =
			(most->plane[i] & ~less) | (i < other->count ? other->plane[i] & less : none());
}

/* ── posts ── */

static void fill_posts(const struct prospect *prospect, const struct lanes *lanes, word posts[])
{
	const word *slots = (const word *)lanes->slots, *moved = (const word *)lanes->moved;
	const word *dislodged = (const word *)lanes->dislodged;

	for (int i = 0; i < prospect->post_count; i++)
		posts[i] = none();
	for (int i = 0; i < prospect->source_count; i++) {
		const struct prospect_source source = prospect->sources[i];
		posts[source.post] |= source.slot == MENU_EMPTY
		                          ? ~(moved[source.unit] | dislodged[source.unit])
		                          : slots[source.slot] & moved[source.unit];
	}
}

static inline int gather(const struct sight *sight, const struct prospect_hosts *hosts, int c,
                         int power, word masks[])
{
	const int host = c * POWERS_MAX + power;
	int count = 0;

	for (int i = hosts->first[host]; i < hosts->first[host + 1]; i++)
		masks[count++] = sight->posts[hosts->posts[i]];
	return count;
}

/* The lanes in which a power stands in a centre. */
static inline word find_in(const struct sight *sight, int c, int power)
{
	const struct prospect_hosts *hosts = &sight->prospect->in;
	const int host = c * POWERS_MAX + power;
	word any = none();

	for (int i = hosts->first[host]; i < hosts->first[host + 1]; i++)
		any |= sight->posts[hosts->posts[i]];
	return any;
}

/* ── centres ── */

/* How many units of a power can move to a centre. One more where a mask says so. */
static inline void count_near(const struct sight *sight, int c, int power, word more,
                              struct planes *sum)
{
	int count = gather(sight, &sight->prospect->near, c, power, sight->room);

	sight->room[count++] = more;
	add_up(sight->room, count, sum);
}

/* Where one other power could bring more than we have there. */
static word find_threats(const struct sight *sight, int c, word mine)
{
	const int power = sight->view->power;
	struct planes ours, theirs;
	word threats = none();

	count_near(sight, c, power, mine, &ours);
	for (int p = 0; p < POWERS_MAX; p++)
		if (p != power && power_set_has(sight->prospect->near.powers[c], p)) {
			count_near(sight, c, p, none(), &theirs);
			threats |= exceeds(&theirs, &ours);
		}
	return threats;
}

/* Where we could bring more than any other has there. */
static word find_prizes(const struct sight *sight, int c, word others)
{
	const int power = sight->view->power;
	struct planes ours, theirs = {.count = 1, .plane = {others}};

	count_near(sight, c, power, none(), &ours);
	word prizes = exceeds(&ours, &theirs);
	for (int p = 0; p < POWERS_MAX; p++)
		if (p != power && power_set_has(sight->prospect->near.powers[c], p)) {
			count_near(sight, c, p, others, &theirs);
			prizes &= exceeds(&ours, &theirs);
		}
	return prizes;
}

/* mine, others: where we and others stand in it. own: where it is ours. */
static void look_at_own(struct sight *sight, int c, word own, word mine, word others)
{
	const struct prospect *prospect = sight->prospect;
	const int power = sight->view->power, province = prospect->ground->centre[c];

	push(&sight->heaps[CENTRES], own);
	if (prospect->near.powers[c] & ~(1 << power))
		push(&sight->heaps[THREATS], own & ~others & find_threats(sight, c, mine));
	if (prospect->ground->map->owner[province] == power) {
		push(&sight->heaps[HOMES], own);
		push(&sight->heaps[SITES], own & ~(mine | others));
	}
}

static void look_at_centre(struct sight *sight, int c)
{
	const struct prospect *prospect = sight->prospect;
	const int power = sight->view->power;
	const uint8_t owner = prospect->ground->board->owner[prospect->ground->centre[c]];
	const bool fall = prospect->ground->fall, curved = sight->view->weights->curved;
	word in[POWERS_MAX], others = none();

	for (int p = 0; p < POWERS_MAX; p++) {
		in[p] = find_in(sight, c, p);
		others |= p == power ? none() : in[p];
	}
	const word mine = in[power], nobody = ~(mine | others);
	const word own = fall             ? mine | (owner == power ? nobody : none())
	                 : owner == power ? all()
	                                  : none();
	for (int p = 0; p < POWERS_MAX && (fall || curved); p++)
		if ((p != power || curved) && (owner == p || power_set_has(prospect->in.powers[c], p)))
			push(&sight->held[p], in[p] | (owner == p ? nobody : none()));
	if (owner == power || (fall && power_set_has(prospect->in.powers[c], power)))
		look_at_own(sight, c, own, mine, others);
	if (!fall && owner == power)
		push(&sight->heaps[LOST], others);
	else if (!fall)
		push(&sight->heaps[TAKEN], mine);
	if ((fall || owner != power) && power_set_has(prospect->near.powers[c], power))
		push(&sight->heaps[PRIZES], ~own & ~mine & find_prizes(sight, c, others));
}

/* ── numbers ── */

/* What is counted, as numbers of each lane, eight planes at a time. */
static void write_numbers(const word planes[], int count, int32_t numbers[LANES])
{
	const uint64_t *parts = (const uint64_t *)planes;
	uint8_t bytes[LANES];

	for (int i = 0; i < LANES; i++)
		numbers[i] = 0;
	for (int low = 0; low < count; low += 8) {
		const int bits = MIN(count - low, 8);
		for (int part = 0; part < WORD_PARTS; part++)
			write_bytes(parts + low * WORD_PARTS + part, WORD_PARTS, bits, &bytes[64 * part]);
		for (int i = 0; i < LANES; i++)
			numbers[i] += (int32_t)bytes[i] << low;
	}
}

static void write_sum(word masks[], int count, int32_t numbers[LANES])
{
	struct planes sum;

	add_up(masks, count, &sum);
	write_numbers(sum.plane, sum.count, numbers);
}

static void add_times(int32_t scores[LANES], const int32_t numbers[LANES], int32_t times)
{
	for (int i = 0; i < LANES; i++)
		scores[i] += numbers[i] * times;
}

/* The pull of all units together. */
static void write_pull(const struct sight *sight, int32_t numbers[LANES])
{
	const struct prospect_view *view = sight->view;
	word *masks = sight->room, planes[PROSPECT_PULL_PLANES];
	int carried = 0, count = 0;

	for (int bit = 0; bit < PROSPECT_PULL_BITS || carried > 0; bit++) {
		if (bit < PROSPECT_PULL_BITS)
			for (int i = view->first[bit]; i < view->first[bit + 1]; i++)
				masks[carried++] = sight->posts[view->pulls[i]];
		planes[count++] = none();
		if (carried > 0)
			carried = add_plane(masks, carried, &planes[count - 1]);
	}
	write_numbers(planes, count, numbers);
	for (int i = 0; i < LANES; i++)
		numbers[i] = numbers[i] * EVALUATION_ONE / GOALS_BESIDE;
}

/* The most centres that another power holds. */
static void write_most(struct sight *sight, int32_t numbers[LANES])
{
	struct planes most = {.count = 0}, other;

	for (int p = 0; p < POWERS_MAX; p++) {
		if (p == sight->view->power)
			continue;
		add_up(sight->held[p].mask, sight->held[p].count, &other);
		keep_greater(&most, &other);
	}
	write_numbers(most.plane, most.count, numbers);
}

/* The most centres that another power owns; in spring, before the moves. most: that one holds. */
static void write_leader(const struct sight *sight, const int32_t most[LANES],
                         int32_t numbers[LANES])
{
	const struct ground *ground = sight->prospect->ground;
	int leader = 0;

	for (int p = 0; p < POWERS_MAX; p++)
		if (p != sight->view->power && ground->owned[p] > leader)
			leader = ground->owned[p];
	for (int i = 0; i < LANES; i++)
		numbers[i] = ground->fall ? most[i] : leader;
}

static void add_curve(const struct sight *sight, enum evaluation_curve curve,
                      const int32_t numbers[LANES], int32_t scores[LANES])
{
	const int32_t *bends = sight->view->bends[curve];

	for (int i = 0; i < LANES; i++)
		scores[i] += bends[numbers[i]];
}

static void add_curves(struct sight *sight, const int32_t most[LANES], int32_t scores[LANES])
{
	struct heap *own = &sight->held[sight->view->power];
	int32_t numbers[LANES];

	write_sum(own->mask, own->count, numbers);
	add_curve(sight, EVALUATION_OWN, numbers, scores);
	add_curve(sight, EVALUATION_RIVAL, most, scores);
}

/* How many units may be built, less those that must go. */
static void write_builds(const int32_t numbers[COUNTS][LANES], int units, int32_t builds[LANES])
{
	for (int i = 0; i < LANES; i++) {
		const int32_t due = numbers[CENTRES][i] + numbers[DISLODGED][i] - units;
		builds[i] = MIN(due, numbers[SITES][i]);
	}
}

static void add_features(struct sight *sight, int units, int32_t scores[LANES])
{
	static const uint8_t features[] = {
		[CENTRES] = EVALUATION_CENTRES, [TAKEN] = EVALUATION_TAKEN,
		[LOST] = EVALUATION_LOST,       [PRIZES] = EVALUATION_PRIZES,
		[THREATS] = EVALUATION_THREATS, [DISLODGED] = EVALUATION_DISLODGED,
		[HOMES] = EVALUATION_HOMES,
	};
	const int32_t *weight =
		sight->view->weights
			->of[sight->prospect->ground->fall ? EVALUATION_FALL : EVALUATION_SPRING];
	int32_t numbers[COUNTS][LANES], most[LANES], more[LANES];

	for (int i = 0; i < LANES; i++)
		scores[i] = EVALUATION_ONE * weight[EVALUATION_EVERY];
	for (int k = 0; k < COUNTS; k++)
		write_sum(sight->heaps[k].mask, sight->heaps[k].count, numbers[k]);
	for (int k = 0; k < SITES; k++)
		add_times(scores, numbers[k], EVALUATION_ONE * weight[features[k]]);
	write_builds(numbers, units, more);
	add_times(scores, more, EVALUATION_ONE * weight[EVALUATION_BUILDS]);
	write_most(sight, most);
	write_leader(sight, most, more);
	add_times(scores, more, EVALUATION_ONE * weight[EVALUATION_LEADER]);
	write_pull(sight, more);
	add_times(scores, more, weight[EVALUATION_PULL]);
	if (sight->view->weights->curved)
		add_curves(sight, most, scores);
}

/* Of the first `count` lanes. */
static void write_shares(const int32_t scores[LANES], int count, int32_t values[LANES])
{
	int32_t less[LANES] = {0};

	for (int i = 0; i < count; i++)
		less[i] = (int32_t)odds_power(scores[i] < 0 ? -scores[i] : scores[i]);
	for (int i = 0; i < LANES; i++)
		values[i] = odds_divide(scores[i], less[i], EVALUATION_SURE);
}

void VALUE(struct prospect *prospect, const struct prospect_view *view, const struct lanes *lanes,
           int32_t values[])
{
	const unit_set units = prospect->ground->units[view->power];
	word *posts = (word *)prospect->masks;
	struct sight sight;
	int32_t scores[LANES];

	sight.prospect = prospect;
	sight.view = view;
	sight.posts = posts;
	sight.room = posts + PROSPECT_POSTS_MAX;
	for (int k = 0; k < COUNTS; k++)
		sight.heaps[k].count = 0;
	for (int p = 0; p < POWERS_MAX; p++)
		sight.held[p].count = 0;
	fill_posts(prospect, lanes, posts);
	for (int c = 0; c < prospect->ground->map->centre_count; c++)
		look_at_centre(&sight, c);
	for (unit_set rest = units; rest; unit_set_drop(&rest))
		push(&sight.heaps[DISLODGED], ((const word *)lanes->dislodged)[unit_set_first(rest)]);
	add_features(&sight, unit_set_count(units), scores);
	write_shares(scores, lanes->count, values);
}

#include "judges/lanes/word_target_end.h"
