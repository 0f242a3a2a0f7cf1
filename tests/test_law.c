/* The options of a rule set by name, and what each value does. For any two values of an option
 * there is a small position where they differ. */
#include "disorder.h"
#include "game.h"
#include "suite.h"

enum { SUBMITTED_MAX = 12, OUTCOME_SIZE = 400 };

struct row {
	const char *option;
	enum phase_kind phase;
	const char *units, *place; /* place: centres "ber kie GER"; or who is dislodged from where, and
	                              by whom "GER A mun bur" */
	const char *orders;
	const char *outcomes[LAW_VALUES_MAX]; /* by value; NULL: the same as for the value before */
};

static const struct row rows[] = {
	/* 4.A. An outcome says for each order, in the board's sequence, whether it succeeds. Then it
       says who stands where, and where dislodged units may go. */
	{"routes",
     SPRING_MOVES,
     "ENG A lon, ENG F eng, ENG F nth, FRA F bre, FRA F mao",
     "",
     "ENG A lon - bel, ENG F eng C A lon - bel, ENG F nth C A lon - bel, FRA F bre - eng, FRA F "
     "mao S F bre - eng",
     {"sfsss: ENG A bel, FRA F eng, FRA F mao, ENG F nth; eng: iri lon pic wal",
      "sffss: FRA F eng, ENG A lon, FRA F mao, ENG F nth; eng: bel iri pic wal"}},
	{"paradox",
     SPRING_MOVES,
     "ENG F lon, ENG F wal, FRA A bre, FRA F eng",
     "",
     "ENG F lon S F wal - eng, ENG F wal - eng, FRA A bre - lon, FRA F eng C A bre - lon",
     {"ffss: FRA A bre, ENG F eng, ENG F lon; eng: bel iri mao nth pic",
      "fsff: FRA A bre, FRA F eng, ENG F lon, ENG F wal",
      "ffss: FRA A bre, ENG F eng, ENG F lon; eng: bel iri mao nth pic"}},
	{"paradox",
     SPRING_MOVES,
     "ENG F edi, ENG F yor, FRA A bre, FRA F eng, GER F bel, GER F lon, ITA F iri, ITA F mao, RUS "
     "A nwy, RUS F nth",
     "",
     "ENG F edi - nth, ENG F yor S F edi - nth, FRA A bre - lon, FRA F eng C A bre - lon, GER F "
     "bel S F eng, GER F lon "
     "S F nth, "
     "ITA F iri - eng, ITA F mao S F iri - eng, RUS A nwy - bel, RUS F nth C A nwy - bel",
     {"sffffssffs: GER F bel, FRA A bre, ENG F edi, FRA F eng, ITA F iri, GER F lon, ITA F mao, "
      "RUS F nth, RUS A nwy, "
      "ENG F yor",
      "fffsffssfs: GER F bel, FRA A bre, ENG F edi, FRA F eng, ITA F iri, GER F lon, ITA F mao, "
      "RUS F nth, RUS A nwy, "
      "ENG F yor",
      "sffsfsssfs: GER F bel, FRA A bre, ENG F edi, FRA F eng, ITA F iri, GER F lon, ITA F mao, "
      "RUS F nth, RUS A nwy, "
      "ENG F yor"}},
	/* judge guess once took this paradox for a circle */
	{"paradox",
     SPRING_MOVES,
     "AUS F bel, FRA F eng, ENG F iri, FRA F mao, ENG A naf, ENG F nth, FRA F pic, ENG F wal",
     "",
     "AUS F bel - nth, FRA F eng C A naf - pic, ENG F iri - eng, FRA F mao C A naf - pic, ENG A "
     "naf - pic, ENG F nth - "
     "eng, "
     "FRA F pic S F eng, ENG F wal S F nth - eng",
     {"fffsffss: AUS F bel, FRA F eng, ENG F iri, FRA F mao, ENG A naf, ENG F nth, FRA F pic, ENG "
      "F wal",
      "fsfsfffs: AUS F bel, FRA F eng, ENG F iri, FRA F mao, ENG A naf, ENG F nth, FRA F pic, ENG "
      "F wal",
      "fffsffss: AUS F bel, FRA F eng, ENG F iri, FRA F mao, ENG A naf, ENG F nth, FRA F pic, ENG "
      "F wal"}},
	{"convoy_cut",
     SPRING_MOVES,
     "ENG F lon, ENG F wal, FRA A bre, FRA F eng, FRA F mao",
     "",
     "ENG F lon S F wal - eng, ENG F wal - eng, FRA A bre - lon, FRA F eng C A bre - lon, FRA F "
     "mao S F eng",
     {"fsfsf: FRA A bre, FRA F eng, ENG F lon, FRA F mao, ENG F wal",
      "fsssf: FRA A bre, FRA F eng, ENG F lon, FRA F mao, ENG F wal"}},
	{"convoy_cut",
     SPRING_MOVES,
     "ENG F lon, ENG F wal, FRA A bre, FRA F eng, FRA F mao, FRA A yor",
     "",
     "ENG F lon S F wal - eng, ENG F wal - eng, FRA A bre - lon, FRA F eng C A bre - lon, FRA F "
     "mao S F eng, FRA A yor "
     "S A bre - lon",
     {"ssfsfs: FRA F eng, FRA A lon, FRA F mao, ENG F wal, FRA A yor; lon: nth",
      "ssssfs: FRA F eng, FRA A lon, FRA F mao, ENG F wal, FRA A yor; lon: nth", NULL, NULL,
      "ssfsfs: FRA F eng, FRA A lon, FRA F mao, ENG F wal, FRA A yor; lon: nth"}},
	{"convoy_cut",
     SPRING_MOVES,
     "FRA A tun, FRA F ion, FRA F tys, ITA F nap, ITA F rom",
     "",
     "FRA A tun - nap, FRA F ion C A tun - nap, FRA F tys C A tun - nap, ITA F nap S F rom - tys, "
     "ITA F rom - tys",
     {"sfffs: FRA F ion, ITA F nap, ITA F rom, FRA A tun, FRA F tys",
      "sssff: FRA F ion, ITA F nap, FRA A tun, ITA F tys; tys: lyo tus wes", NULL,
      "sfffs: FRA F ion, ITA F nap, ITA F rom, FRA A tun, FRA F tys"}},
	{"convoy_cut",
     SPRING_MOVES,
     "ENG F lon, ENG F nwg, FRA A bre, FRA F eng, GER A nwy, GER F nth",
     "",
     "ENG F lon S F nwg - nth, ENG F nwg - nth, FRA A bre - lon, FRA F eng C A bre - lon, GER A "
     "nwy - den, "
     "GER F nth C A nwy - den",
     {"fsfsfs: FRA A bre, GER A den, FRA F eng, ENG F lon, GER F nth, ENG F nwg", NULL,
      "fssfsf: FRA A bre, FRA F eng, ENG F lon, ENG F nth, GER A nwy; nth: bel den edi hel hol ska "
      "yor",
      "fsfsfs: FRA A bre, GER A den, FRA F eng, ENG F lon, GER F nth, ENG F nwg"}},
	{"intent",
     SPRING_MOVES,
     "ENG A nwy, GER F ska, RUS A swe",
     "",
     "ENG A nwy - swe, GER F ska C A nwy - swe, RUS A swe - nwy",
     {"fsf: ENG A nwy, GER F ska, RUS A swe", NULL, NULL, "sss: RUS A nwy, GER F ska, ENG A swe"}},
	{"intent",
     SPRING_MOVES,
     "ENG A nwy, ENG F ska, RUS A swe",
     "",
     "ENG A nwy - swe, ENG F ska C A nwy - swe, RUS A swe - nwy",
     {"sss: RUS A nwy, ENG F ska, ENG A swe", "fsf: ENG A nwy, ENG F ska, RUS A swe", NULL,
      "sss: RUS A nwy, ENG F ska, ENG A swe"}},
	{"intent",
     SPRING_MOVES,
     "ENG A lon, ENG F nth",
     "",
     "ENG A lon - nwy, ENG F nth C A lon - nwy",
     {"ss: ENG F nth, ENG A nwy", NULL, "fs: ENG A lon, ENG F nth", "ss: ENG F nth, ENG A nwy"}},
	{"intent",
     SPRING_MOVES,
     "ENG A nwy, GER F ska, FRA F nth, FRA F den",
     "",
     "ENG A nwy - swe, GER F ska C A nwy - swe, FRA F nth - ska, FRA F den S F nth - ska",
     {"sssf: FRA F den, FRA F ska, ENG A swe; ska: nwy", NULL, NULL,
      "ssff: FRA F den, ENG A nwy, FRA F ska; ska: swe",
      "sssf: FRA F den, FRA F ska, ENG A swe; ska: nwy"}},
	{"intent",
     SPRING_MOVES,
     "ENG A nwy, ENG A fin, GER F ska, FRA F nth, FRA F den, RUS A swe",
     "",
     "ENG A nwy - swe, ENG A fin S A nwy - swe, GER F ska C A nwy - swe, FRA F nth - ska, FRA F "
     "den S F nth - ska, RUS "
     "A swe - nwy",
     {"ssssff: FRA F den, ENG A fin, FRA F ska, ENG A swe; ska: nwy; swe:", NULL, NULL,
      "sssfff: FRA F den, ENG A fin, ENG A nwy, FRA F ska, RUS A swe; ska:", NULL,
      "ssssff: FRA F den, ENG A fin, FRA F ska, ENG A swe; ska: nwy; swe:"}},
	{"fallback",
     SPRING_MOVES,
     "ENG A nwy",
     "",
     "ENG A nwy - swe via",
     {"s: ENG A swe", "f: ENG A nwy"}},
	{"fallback",
     SPRING_MOVES,
     "FRA A gas, FRA F mao, ENG F wes, ENG F lyo",
     "",
     "FRA A gas - mar, FRA F mao C A gas - mar",
     {"ssss: ENG F lyo, FRA F mao, FRA A mar, ENG F wes",
      "fsss: FRA A gas, ENG F lyo, FRA F mao, ENG F wes"}},
	{"self_cut",
     SPRING_MOVES,
     "AUS A tri, AUS F adr, ITA A ven, ITA F alb",
     "",
     "AUS A tri - ven via, AUS F adr C A tri - ven, ITA A ven S F alb - tri, ITA F alb - tri",
     {"ssfs: AUS F adr, ITA F tri, ITA A ven; tri: bud ser tyr vie",
      "sfff: AUS F adr, ITA F alb, AUS A tri, ITA A ven"}},
	{"origin",
     SPRING_MOVES,
     "AUS A tri, AUS A tyr, AUS F adr, ITA A ven",
     "",
     "AUS A tri - ven via, AUS A tyr S A tri - ven, AUS F adr C A tri - ven",
     {"sssf: AUS F adr, AUS A tyr, AUS A ven; ven: apu pie rom tri tus",
      "sssf: AUS F adr, AUS A tyr, AUS A ven; ven: apu pie rom tus"}},
	{"victim",
     SPRING_MOVES,
     "ENG A nwy, ENG F den, ENG F fin, GER F ska, RUS A swe, RUS F bar, FRA F nwg, FRA F nth",
     "",
     "ENG A nwy - swe via, ENG F den S A nwy - swe, ENG F fin S A nwy - swe, GER F ska C A nwy - "
     "swe, RUS A swe - nwy, "
     "RUS F bar S A swe - nwy, FRA F nwg - nwy, FRA F nth S F nwg - nwy",
     {"ssssfssf: RUS F bar, ENG F den, ENG F fin, FRA F nth, FRA F nwg, GER F ska, ENG A swe; swe:",
      "sssssssf: RUS F bar, ENG F den, ENG F fin, FRA F nth, FRA F nwy, GER F ska, ENG A swe; "
      "swe:"}},
	/* 4.B */
	{"coast_open",
     SPRING_MOVES,
     "FRA F por",
     "",
     "FRA F por - spa",
     {"s: FRA F por", "s: FRA F spa/nc"}},
	{"coast_single",
     SPRING_MOVES,
     "FRA F gas, TUR F sev",
     "",
     "FRA F gas - spa, TUR F sev - bul",
     {"ss: TUR F sev, FRA F spa/nc", "ss: FRA F gas, TUR F sev", "ss: TUR F sev, FRA F spa/nc"}},
	{"coast_single",
     SPRING_MOVES,
     "FRA F mar",
     "",
     "FRA F mar - spa",
     {"s: FRA F spa/sc", "s: FRA F mar"}},
	{"coast_single",
     SPRING_RETREATS,
     "",
     "FRA F mar lyo",
     "FRA F mar R spa",
     {"s: FRA F spa/sc", "f:"}},
	{"coast_wrong",
     SPRING_MOVES,
     "FRA F gas",
     "",
     "FRA F gas - spa/sc",
     {"s: FRA F gas", "s: FRA F spa/nc"}},
	{"coast_support",
     SPRING_MOVES,
     "FRA F mao, ENG F por, ITA F wes",
     "",
     "FRA F mao - spa/sc, ENG F por S F mao - spa, ITA F wes - spa/sc",
     {"ssf: ENG F por, FRA F spa/sc, ITA F wes", "fsf: FRA F mao, ENG F por, ITA F wes", NULL, NULL,
      "fff: FRA F mao, ENG F por, ITA F wes", "ssf: ENG F por, FRA F spa/sc, ITA F wes"}},
	{"coast_support",
     SPRING_MOVES,
     "FRA F mao, FRA F por, ITA F wes",
     "",
     "FRA F mao - spa/sc, FRA F por S F mao - spa, ITA F wes - spa/sc",
     {"ssf: FRA F por, FRA F spa/sc, ITA F wes", "fsf: FRA F mao, FRA F por, ITA F wes",
      "ssf: FRA F por, FRA F spa/sc, ITA F wes", "fsf: FRA F mao, FRA F por, ITA F wes",
      "fff: FRA F mao, FRA F por, ITA F wes", "ssf: FRA F por, FRA F spa/sc, ITA F wes"}},
	{"coast_support",
     SPRING_MOVES,
     "FRA F gas, ENG F por, ITA F wes",
     "",
     "FRA F gas - spa/nc, ENG F por S F gas - spa, ITA F wes - spa/sc",
     {"ssf: ENG F por, FRA F spa/nc, ITA F wes", "fsf: FRA F gas, ENG F por, ITA F wes", NULL,
      "ssf: ENG F por, FRA F spa/nc, ITA F wes"}},
	{"coast_support",
     SPRING_MOVES,
     "FRA F mar, ENG F por, ITA F wes",
     "",
     "FRA F mar - spa/sc, ENG F por S F mar - spa, ITA F wes - spa/sc",
     {"ssf: ENG F por, FRA F spa/sc, ITA F wes", "fsf: FRA F mar, ENG F por, ITA F wes", NULL,
      "ssf: ENG F por, FRA F spa/sc, ITA F wes", "fff: FRA F mar, ENG F por, ITA F wes",
      "ssf: ENG F por, FRA F spa/sc, ITA F wes"}},
	{"coast_support",
     SPRING_MOVES,
     "FRA F mao, ENG F por, ITA F wes",
     "",
     "FRA F mao - spa/sc, ENG F por S F mao - spa/nc, ITA F wes - spa/sc",
     {"fff: FRA F mao, ENG F por, ITA F wes", NULL, NULL, NULL, NULL,
      "ssf: ENG F por, FRA F spa/sc, ITA F wes"}},
	{"coast_unit",
     SPRING_MOVES,
     "FRA F spa/nc",
     "",
     "FRA F spa/sc - mao",
     {"s: FRA F mao", "s: FRA F spa/nc"}},
	{"coast_unit",
     SPRING_MOVES,
     "FRA F spa/nc, FRA A gas, ITA F mao, ITA F por",
     "",
     "FRA A gas S F spa, ITA F mao - spa/nc, ITA F por S F mao - spa/nc",
     {"sfss: FRA A gas, ITA F mao, ITA F por, FRA F spa/nc",
      "sssf: FRA A gas, ITA F por, ITA F spa/nc; spa/nc:"}},
	{"coast_unit",
     SPRING_RETREATS,
     "",
     "FRA F spa/nc mao",
     "FRA F spa R gas",
     {"s: FRA F gas", "s:"}},
	{"coast_unit",
     WINTER_ADJUSTMENTS,
     "FRA F spa/nc, FRA A par",
     "par FRA",
     "FRA remove F spa/sc",
     {"s: FRA A par", "f: FRA A par"}},
	{"coast_needless",
     SPRING_MOVES,
     "FRA A gas",
     "",
     "FRA A gas - spa/nc",
     {"s: FRA A spa", "s: FRA A gas"}},
	{"coast_needless",
     SPRING_MOVES,
     "FRA A gas, FRA A mar, ITA A por",
     "",
     "FRA A gas - spa, FRA A mar S A gas - spa/nc, ITA A por - spa",
     {"ssf: FRA A mar, ITA A por, FRA A spa", "fsf: FRA A gas, FRA A mar, ITA A por"}},
	{"coast_needless",
     WINTER_ADJUSTMENTS,
     "",
     "stp RUS",
     "RUS build A stp/nc",
     {"s: RUS A stp", "f:"}},
	{"coast_build",
     WINTER_ADJUSTMENTS,
     "",
     "stp RUS",
     "RUS build F stp",
     {"f:", "s: RUS F stp/nc"}},
	/* 4.C */
	{"type_missing",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA par - bur",
     {"s: FRA A bur", "s: FRA A par", "s: FRA A bur"}},
	{"type_missing",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA par - bur, FRA A par - pic",
     {"s: FRA A par", "s: FRA A pic"}},
	{"type_missing",
     SPRING_MOVES,
     "FRA A par, FRA A mar, GER A mun",
     "",
     "FRA A par - bur, FRA A mar S par - bur, GER A mun - bur",
     {"sfs: FRA A bur, FRA A mar, GER A mun", "sff: FRA A mar, GER A mun, FRA A par",
      "sfs: FRA A bur, FRA A mar, GER A mun"}},
	{"type_missing",
     SPRING_RETREATS,
     "",
     "FRA A par bur",
     "FRA par R pic, FRA A par R gas",
     {"s:", "s: FRA A gas"}},
	{"type_missing",
     WINTER_ADJUSTMENTS,
     "FRA A par, FRA A bur",
     "mar FRA",
     "FRA remove par",
     {"s: FRA A bur", "f: FRA A par", "s: FRA A bur"}},
	{"type_wrong",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA F par - bur",
     {"s: FRA A bur", "s: FRA A par", "s: FRA A bur"}},
	{"type_wrong",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA A par - bur, FRA F par - pic",
     {"s: FRA A par", "s: FRA A bur"}},
	{"type_wrong",
     SPRING_MOVES,
     "FRA A par, FRA A mar, GER A mun",
     "",
     "FRA A par - bur, FRA A mar S F par - bur, GER A mun - bur",
     {"sfs: FRA A bur, FRA A mar, GER A mun", "sff: FRA A mar, GER A mun, FRA A par",
      "sfs: FRA A bur, FRA A mar, GER A mun"}},
	{"type_wrong",
     WINTER_ADJUSTMENTS,
     "FRA A par, FRA A bur",
     "mar FRA",
     "FRA remove F par",
     {"s: FRA A bur", "f: FRA A par", "s: FRA A bur"}},
	{"type_build",
     WINTER_ADJUSTMENTS,
     "",
     "mos sev stp RUS",
     "RUS build mos, RUS build stp/nc, RUS build sev",
     {"ssf: RUS A mos, RUS F stp/nc", "sff: RUS A mos", "fff:"}},
	{"fleet_inland", WINTER_ADJUSTMENTS, "", "par FRA", "FRA build F par", {"f:", "s: FRA A par"}},
	/* 4.D */
	{"repeated",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA A par - bur, FRA A par - pic",
     {"s: FRA A par", "s: FRA A bur", "s: FRA A pic", "s: FRA A par"}},
	{"repeated",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA A par - bur, FRA A par - bur",
     {"s: FRA A bur", NULL, NULL, "s: FRA A par"}},
	{"repeated",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA A par - bur, FRA A par - pic, FRA A par - bur",
     {"s: FRA A par", "s: FRA A bur", NULL, "s: FRA A par"}},
	{"repeated",
     SPRING_MOVES,
     "FRA A par",
     "",
     "FRA A par - bur, FRA A par - mun",
     {"s: FRA A bur"}},
	{"repeated",
     SPRING_RETREATS,
     "",
     "FRA A par bur",
     "FRA A par R pic, FRA A par R gas",
     {"s:", "s: FRA A pic", "s: FRA A gas", "s:"}},
	{"surplus_builds",
     WINTER_ADJUSTMENTS,
     "GER A ruh",
     "ber kie mun GER",
     "GER build A ber, GER build A kie, GER build A mun",
     {"ssf: GER A ber, GER A kie, GER A ruh", "fss: GER A kie, GER A mun, GER A ruh",
      "fff: GER A ruh"}},
	{"same_builds",
     WINTER_ADJUSTMENTS,
     "",
     "ber kie mun GER",
     "GER build A ber, GER build F ber, GER build A mun",
     {"sfs: GER A ber, GER A mun", "fss: GER F ber, GER A mun", "ffs: GER A mun"}},
	{"surplus_removals",
     WINTER_ADJUSTMENTS,
     "FRA A par, FRA A bur, FRA A lon",
     "par bre FRA",
     "FRA remove A par, FRA remove A bur",
     {"sf: FRA A bur, FRA A lon", "fs: FRA A lon, FRA A par", "ff: FRA A bur, FRA A par"}},
	{"waive",
     WINTER_ADJUSTMENTS,
     "",
     "par FRA",
     "FRA waive, FRA build A par",
     {"sf:", "fs: FRA A par"}},
	{"disorder",
     WINTER_ADJUSTMENTS,
     "GER F pie, GER F lon",
     "hol GER",
     "",
     {": GER F lon", NULL, ": GER F pie", ": GER F lon"}},
	{"disorder",
     WINTER_ADJUSTMENTS,
     "RUS A ven, RUS A gal",
     "ven RUS",
     "",
     {": RUS A gal", ": RUS A ven", ": RUS A gal", ": RUS A ven", ": RUS A gal"}},
	{"disorder",
     WINTER_ADJUSTMENTS,
     "ENG A naf, ENG A par",
     "nwy ENG",
     "",
     {": ENG A par", NULL, NULL, ": ENG A naf", ": ENG A par"}},
	{"disorder",
     WINTER_ADJUSTMENTS,
     "ENG A naf, ENG A par, FRA F mao, FRA F iri",
     "nwy ENG",
     "",
     {": ENG A par", NULL, NULL, ": ENG A naf", ": ENG A par", ": ENG A naf"}},
	{"disorder",
     WINTER_ADJUSTMENTS,
     "ENG A naf, ENG A par, ENG F mao, ENG F iri",
     "edi lon nwy ENG",
     "",
     {": ENG F iri, ENG F mao, ENG A par", NULL, NULL, ": ENG F iri, ENG A naf, ENG A par"}},
	{"disorder_support",
     SPRING_MOVES,
     "AUS A boh, GER A mun, RUS A gal, RUS A sil",
     "",
     "GER A mun S A boh, RUS A gal - boh, RUS A sil S A gal - boh",
     {"sfss: AUS A boh, RUS A gal, GER A mun, RUS A sil",
      "fsss: RUS A boh, GER A mun, RUS A sil; boh: tyr vie"}},
	/* 4.E */
	{"illegal",
     SPRING_MOVES,
     "AUS A boh, AUS A vie, GER A mun, GER A sil",
     "",
     "AUS A boh - lon, AUS A vie S A boh, GER A mun - boh, GER A sil S A mun - boh",
     {"sfss: AUS A boh, GER A mun, GER A sil, AUS A vie", NULL,
      "fssf: GER A boh, GER A sil, AUS A vie; boh: gal tyr"}},
	{"illegal",
     SPRING_MOVES,
     "ITA A apu, ITA A nap, AUS A ven, AUS A rom",
     "",
     "ITA A apu - gre, ITA A nap S A apu, AUS A ven - apu, AUS A rom S A ven - apu",
     {"sssf: ITA A apu, ITA A nap, AUS A rom, AUS A ven",
      "ffss: AUS A apu, ITA A nap, AUS A rom; apu:"}},
	{"implicit",
     SPRING_MOVES,
     "FRA A mar, FRA A par",
     "",
     "FRA A par S A mar - bur",
     {"sf: FRA A mar, FRA A par", "ss: FRA A bur, FRA A par"}},
	{"implicit",
     SPRING_MOVES,
     "ENG A lon, ENG F nth, FRA F eng",
     "",
     "ENG F nth C A lon - nwy, FRA F eng C A lon - bre",
     {"sss: FRA F eng, ENG A lon, ENG F nth", "sss: FRA F eng, ENG F nth, ENG A nwy"}},
	/* the thesis's */
	{"self_support",
     SPRING_MOVES,
     "FRA A bur, FRA A par, GER A mun",
     "",
     "FRA A par S A mun - bur, GER A mun - bur",
     {"sfs: FRA A bur, GER A mun, FRA A par", "sff: FRA A bur, GER A mun, FRA A par"}},
};

/* ── playing a row ── */

static int read_submissions(const char *list, struct submission submissions[SUBMITTED_MAX])
{
	struct tokens part;
	int count = 0;
	for (const char *rest = list; suite_next(&rest, &part); count++) {
		char error[ORDER_ERROR_SIZE];
		SUITE_MUST(count < SUBMITTED_MAX &&
		               tokens_read_power(&part, suite_map(), error, &submissions[count].power) &&
		               order_parse(suite_map(), part.at, (size_t)(part.end - part.at),
		                           &submissions[count].order, error),
		           list);
	}
	return count;
}

/* Prints "sff: FRA A bur, GER F kie": which orders succeed, and who stands where. */
static void say_board(const bool succeeds[], int count, const struct board *board,
                      char outcome[OUTCOME_SIZE])
{
	const struct map *map = suite_map();
	for (int i = 0; i < count; i++)
		*outcome++ = succeeds[i] ? 's' : 'f';
	outcome += sprintf(outcome, ":");
	for (int u = 0; u < board->unit_count; u++)
		outcome +=
			sprintf(outcome, "%s %s %c %s", u > 0 ? "," : "", map->power[board->unit[u].power],
		            "AF"[board->unit[u].type], map -> loc[board->unit[u].loc].code);
}

/* Adds "; A ven: apu rom" for each dislodged unit. */
static void say_retreats(const struct board *board, char outcome[OUTCOME_SIZE])
{
	const struct map *map = suite_map();
	for (int i = 0; i < board->retreat_count; i++) {
		uint8_t options[EXITS_MAX];
		int count = retreat_options(map, board, i, options);
		outcome += strlen(outcome);
		outcome += sprintf(outcome, "; %s:", map->loc[board->retreat[i].unit.loc].code);
		for (int n = 0; n < count; n++)
			outcome += sprintf(outcome, " %s", map->loc[options[n]].code);
	}
}

static void play_moves(struct variant variant, const struct row *row, const struct judge *judge,
                       char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX];
	struct order orders[UNITS_MAX];
	enum verdict verdicts[SUBMITTED_MAX];
	struct judgement judgement;
	bool succeeds[UNITS_MAX];
	submission_verify(variant, &board, submissions, read_submissions(row->orders, submissions),
	                  orders, verdicts);
	judge_resolve(judge, variant, &board, orders, &judgement);
	judge_move_units(&judgement, &next);
	retreat_begin(&judgement, &next);
	for (int u = 0; u < board.unit_count; u++)
		succeeds[u] = unit_set_has(judgement.resolution.follows, u);
	say_board(succeeds, board.unit_count, &next, outcome);
	say_retreats(&next, outcome);
}

static void play_retreats(struct variant variant, const struct row *row, char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX];
	struct order orders[RETREATS_MAX];
	enum verdict verdicts[SUBMITTED_MAX];
	enum result results[RETREATS_MAX];
	struct tokens tokens = {row->place, row->place + strlen(row->place)};
	struct retreat retreat;
	bool succeeds[RETREATS_MAX];
	char error[TOKEN_ERROR_SIZE];
	SUITE_MUST(tokens_read_power(&tokens, suite_map(), error, &retreat.unit.power) &&
	               tokens_read_type(&tokens, error, &retreat.unit.type) &&
	               tokens_read_loc(&tokens, suite_map(), error, &retreat.unit.loc) &&
	               tokens_read_loc(&tokens, suite_map(), error, &retreat.barred) &&
	               board_add_retreat(suite_map(), &board, retreat),
	           row->place);
	retreat_verify(variant, &board, submissions, read_submissions(row->orders, submissions), orders,
	               verdicts);
	retreat_resolve(suite_map(), &board, orders, results, &next);
	for (int i = 0; i < board.retreat_count; i++)
		succeeds[i] = results[i] == RESULT_SUCCEEDS;
	say_board(succeeds, board.retreat_count, &next, outcome);
}

static void play_adjustments(struct variant variant, const struct row *row,
                             char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX], disorder[ADJUSTMENTS_MAX];
	enum result results[SUBMITTED_MAX];
	bool succeeds[SUBMITTED_MAX];
	struct tokens tokens = {row->place, row->place + strlen(row->place)};
	const size_t last = strlen(row->place) - 3;
	for (struct token token; (token = tokens_next(&tokens)).text < row->place + last;)
		board.owner[map_find(suite_map(), token.text, token.length)] =
			suite_power(row->place + last);
	int count = read_submissions(row->orders, submissions);
	build_resolve(variant, &board, submissions, count, results, &next);
	disorder_remove(variant, &board, disorder, &next);
	for (int n = 0; n < count; n++)
		succeeds[n] = results[n] == RESULT_SUCCEEDS;
	say_board(succeeds, count, &next, outcome);
}

static struct law row_law(const struct row *row, int value)
{
	struct law law = rules_find("standard")->law;
	SUITE_MUST(law_set(&law, row->option, law_find(row->option)->values[value].name), row->option);
	return law;
}

/* Plays a row by one value. Every judge that is not partial must give the same outcome. */
static void play(const struct row *row, int value, char outcome[OUTCOME_SIZE])
{
	const struct law law = row_law(row, value);
	const struct variant variant = {suite_map(), &law};
	if (row->phase == SPRING_RETREATS) {
		play_retreats(variant, row, outcome);
	} else if (row->phase == WINTER_ADJUSTMENTS) {
		play_adjustments(variant, row, outcome);
	} else {
		play_moves(variant, row, judges[0], outcome);
		for (int j = 1; judges[j] != NULL; j++) {
			char other[OUTCOME_SIZE];
			if (judges[j]->partial)
				continue;
			play_moves(variant, row, judges[j], other);
			CHECK(strcmp(other, outcome) == 0, "%s, %s, by %s: '%s', should be '%s'", row->option,
			      row->orders, judges[j]->name, other, outcome);
		}
	}
}

static const char *expected(const struct row *row, int value)
{
	while (value > 0 && row->outcomes[value] == NULL)
		value--;
	return row->outcomes[value];
}

static void test_rows(void)
{
	for (int i = 0; i < COUNT(rows); i++)
		for (int value = 0; value < law_find(rows[i].option)->count; value++) {
			char outcome[OUTCOME_SIZE];
			play(&rows[i], value, outcome);
			CHECK(strcmp(outcome, expected(&rows[i], value)) == 0, "%s=%s: %s\n        %s",
			      rows[i].option, law_find(rows[i].option)->values[value].name, rows[i].orders,
			      outcome);
		}
}

/* Whether two values differ in some row. */
static bool is_told_apart(const struct law_option *option, int a, int b)
{
	for (int i = 0; i < COUNT(rows); i++)
		if (strcmp(rows[i].option, option->name) == 0 &&
		    strcmp(expected(&rows[i], a), expected(&rows[i], b)) != 0)
			return true;
	return false;
}

static void test_all_values_matter(void)
{
	for (const struct law_option *option = law_options; option->name != NULL; option++)
		for (int b = 1; b < option->count; b++)
			for (int a = 0; a < b; a++)
				CHECK(is_told_apart(option, a, b), "no row tells %s=%s from %s", option->name,
				      option->values[a].name, option->values[b].name);
}

/* Each field has an option, and each value a name. A law of zeros is the DATC's. */
static void test_names(void)
{
	size_t options = 0;
	for (const struct law_option *option = law_options; option->name != NULL; option++, options++)
		for (int value = 0; value < option->count; value++) {
			struct law law = {0}, other = {0};
			char text[LAW_TEXT_SIZE], name[80];
			CHECK(law_set(&law, option->name, option->values[value].name), "%s", option->name);
			CU_ASSERT_EQUAL(law_get(&law, option), value);
			CU_ASSERT_EQUAL(memcmp(&law, &other, sizeof law) == 0, value == 0);
			snprintf(name, sizeof name, "%s=%s", option->name, option->values[value].name);
			CHECK(strstr(law_print(&law, text), name) != NULL, "%s is not in %s", name, text);
			CHECK(strstr(law_print(&law, text), "self_support=") != NULL, "%s is cut short", text);
			CU_ASSERT_PTR_EQUAL(law_find(option->name), option);
		}
	CU_ASSERT_EQUAL(options, sizeof(struct law));
	CU_ASSERT_PTR_NULL(law_find("weather"));
	struct law law = {0};
	CU_ASSERT(!law_set(&law, "weather", "fails"));
	CU_ASSERT(!law_set(&law, "routes", "closed"));
	CU_ASSERT(memcmp(&law, &rules_find("standard")->law, sizeof law) == 0);
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"names", test_names},
		{"outcomes of each value", test_rows},
		{"any two values differ", test_all_values_matter},
		CU_TEST_INFO_NULL,
	};
	return suite_run("law", tests);
}
