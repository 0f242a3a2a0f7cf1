/* saved_game: a saved game that is right, for tests that change it. */
#ifndef ARESFARM_SAVED_GAME_H
#define ARESFARM_SAVED_GAME_H

/* Moves with a convoy and a dislodged unit, its retreat, a winter. */
static const char good[] =
	"{\"id\":\"g\",\"map\":\"standard\",\"rules\":[\"NO_CHECK\"],\"phases\":[{\"name\":\"F1903M\","
	"\"state\":{\"timestamp\":5,\"units\":{\"AUSTRIA\":[],\"ENGLAND\":[\"A YOR\",\"F NTH\",\"F "
	"NWG\"],"
	"\"FRANCE\":[],\"GERMANY\":[],\"ITALY\":[],\"RUSSIA\":[\"A NWY\",\"F STP/NC\"],\"TURKEY\":[]},"
	"\"centers\":{\"AUSTRIA\":[],\"ENGLAND\":[\"EDI\",\"LON\",\"LVP\"],\"FRANCE\":[],\"GERMANY\":[]"
	","
	"\"ITALY\":[],\"RUSSIA\":[\"MOS\",\"NWY\",\"SEV\",\"STP\",\"WAR\"],\"TURKEY\":[]}},\"orders\":{"
	"\"ENGLAND\":[\"A YOR - NWY VIA\",\"F NTH C A YOR - NWY\",\"F NWG S A YOR - NWY\"],\"RUSSIA\":["
	"\"A NWY H\",\"F STP\\/NC - BAR\"]},\"results\":{\"A YOR\":[],\"F NTH\":[],\"F NWG\":[],"
	"\"A NWY\":[\"dislodged\"],\"F STP/NC\":[]},\"messages\":[]},{\"name\":\"F1903R\",\"state\":{"
	"\"units\":{\"AUSTRIA\":[],\"ENGLAND\":[\"F NTH\",\"F NWG\",\"A NWY\"],\"FRANCE\":[],"
	"\"GERMANY\":[],\"ITALY\":[],\"RUSSIA\":[\"F BAR\",\"*A NWY\"],\"TURKEY\":[]},\"centers\":{"
	"\"AUSTRIA\":[],\"ENGLAND\":[\"EDI\",\"LON\",\"LVP\"],\"FRANCE\":[],\"GERMANY\":[],\"ITALY\":[]"
	","
	"\"RUSSIA\":[\"MOS\",\"NWY\",\"SEV\",\"STP\",\"WAR\"],\"TURKEY\":[]}},\"orders\":{\"RUSSIA\":["
	"\"A NWY R STP\"]},\"results\":{\"A NWY\":[]}},{\"name\":\"W1903A\",\"state\":{\"units\":{"
	"\"AUSTRIA\":[],\"ENGLAND\":[\"F NTH\",\"F NWG\",\"A NWY\"],\"FRANCE\":[],\"GERMANY\":[],"
	"\"ITALY\":[],\"RUSSIA\":[\"F BAR\",\"A STP\"],\"TURKEY\":[]},\"centers\":{\"AUSTRIA\":[],"
	"\"ENGLAND\":[\"EDI\",\"LON\",\"LVP\",\"NWY\"],\"FRANCE\":[],\"GERMANY\":[],\"ITALY\":[],"
	"\"RUSSIA\":[\"MOS\",\"SEV\",\"STP\",\"WAR\"],\"TURKEY\":[]}},\"orders\":{\"ENGLAND\":["
	"\"F EDI B\"],\"RUSSIA\":[\"F SEV B\",\"WAIVE\"]},\"results\":{}},{\"name\":\"COMPLETED\","
	"\"state\":{\"note\":\"Victory by: ENG, RUS\"}}]}";

#endif
