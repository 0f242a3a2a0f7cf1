/* table: the page where a person plays a seat. It is the same for everybody: whose seat it is its
 * script learns (table.js), by the secret behind the "#" of the address, which no browser sends.
 * Ids are those that the scripts know. */
#include "pages.h"

#include "pages/assets.h"

static const char body[] =
	"<button type=\"button\" id=\"toorders\" class=\"skip\">To your orders</button>\n"
	"<header>\n"
	"<div class=\"who\"><svg class=\"badge\" viewBox=\"0 0 10 10\""
	" aria-hidden=\"true\"><circle id=\"badge\" cx=\"5\" cy=\"5\" r=\"4.5\"/></svg>\n"
	"<h1 id=\"me\">The table</h1></div>\n"
	"<p class=\"about\"><a id=\"game\" href=\"/\">All games</a></p>\n"
	"<p id=\"status\" aria-live=\"polite\"></p>\n"
	"<time id=\"clock\" role=\"timer\" hidden></time>\n"
	"</header>\n"
	"<noscript><p class=\"notice\">Playing needs a script, and this browser runs none. Allow"
	" scripts for this page, then load it again.</p></noscript>\n"
	"<section id=\"notice\" class=\"notice\" role=\"alert\" hidden>\n"
	"<h2 id=\"wrong\"></h2>\n"
	"<p>Look whether the whole address was copied: what stands behind the # is the key to the"
	" seat. If it was, ask whoever sent the link for a new one.</p>\n"
	"<p><a href=\"/\">All tournaments</a></p>\n"
	"</section>\n"
	"<p id=\"down\" role=\"status\" hidden></p>\n"
	"<main id=\"table\" hidden>\n"
	"<section id=\"end\" aria-labelledby=\"winner\" hidden>\n"
	"<h2 id=\"winner\"></h2>\n"
	"<p id=\"why\"></p>\n"
	"<p><a id=\"replay\" href=\"/\">The whole game as a replay</a></p>\n"
	"</section>\n"
	"<section id=\"play\" aria-labelledby=\"phase\">\n"
	"<h2 id=\"phase\"></h2>\n"
	"<div id=\"steps\" role=\"group\" aria-label=\"Phases\">\n"
	"<button type=\"button\" id=\"first\" aria-label=\"First phase\" title=\"First"
	" phase\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M3 3h3v18H3zM21 3v18L7"
	" 12z\"/></svg></button><button type=\"button\" id=\"previous\" aria-label=\"Phase"
	" before\" title=\"Phase before\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path"
	" d=\"M18 3v18L5 12z\"/></svg></button>\n"
	"<label><span class=\"unseen\">Phase</span> <select id=\"jump\"></select></label>\n"
	"<button type=\"button\" id=\"next\" aria-label=\"Next phase\" title=\"Next phase\"><svg"
	" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M6"
	" 3v18l13-9z\"/></svg></button><button type=\"button\" id=\"now\" aria-label=\"Now\""
	" title=\"Now\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M18 3h3v18h-3zM3"
	" 3v18l14-9z\"/></svg></button>\n"
	"</div>\n"
	"<div id=\"frame\">\n"
	"<div id=\"board\" tabindex=\"0\" role=\"application\" aria-roledescription=\"map\""
	" aria-label=\"Board\" aria-describedby=\"sentence\"></div>\n"
	"<div id=\"zoom\" role=\"group\" aria-label=\"Zoom\">\n"
	"<button type=\"button\" id=\"nearer\" aria-label=\"Nearer\" title=\"Nearer"
	" (+)\">+</button>\n"
	"<button type=\"button\" id=\"farther\" aria-label=\"Farther\" title=\"Farther"
	" (-)\">&minus;</button>\n"
	"<button type=\"button\" id=\"whole\" aria-label=\"The whole board\" title=\"The whole"
	" board (0)\">&#10530;</button>\n"
	"</div>\n"
	"<p id=\"past\" hidden><span>What was ordered, and what became of it</span> <button"
	" type=\"button\" id=\"skip\">Now</button></p>\n"
	"</div>\n"
	"<div id=\"line\">\n"
	"<p id=\"sentence\" aria-live=\"polite\"></p>\n"
	"<p id=\"note\" role=\"status\"></p>\n"
	"<div id=\"choices\" role=\"group\" aria-label=\"What may follow\"></div>\n"
	"<div id=\"targets\" role=\"group\" aria-label=\"Places that may follow\"></div>\n"
	"</div>\n"
	"</section>\n"
	"<section id=\"orders\" aria-labelledby=\"yours\" hidden>\n"
	"<h2 id=\"yours\">Your orders</h2>\n"
	"<ul id=\"rows\"></ul>\n"
	"<div class=\"deeds\">\n"
	"<button type=\"button\" id=\"ready\" class=\"main\">Ready</button>\n"
	"<button type=\"button\" id=\"hint\" hidden>What would Ares do?</button>\n"
	"</div>\n"
	"<div id=\"hinted\" hidden>\n"
	"<h3 id=\"hinter\"></h3>\n"
	"<ul id=\"proposals\"></ul>\n"
	"<div class=\"deeds\"><button type=\"button\" id=\"takeall\">Take all</button> <button"
	" type=\"button\" id=\"dismiss\">Dismiss</button></div>\n"
	"</div>\n"
	"<form id=\"typing\">\n"
	"<label for=\"typed\">Or type orders, one a line</label>\n"
	"<div><textarea id=\"typed\" rows=\"1\" spellcheck=\"false\" autocapitalize=\"off\""
	" autocomplete=\"off\" placeholder=\"A MUN S A RUH - BUR\"></textarea>\n"
	"<button>Give</button></div>\n"
	"</form>\n"
	"</section>\n"
	"<section id=\"results\" aria-labelledby=\"happened\">\n"
	"<h2 id=\"happened\">What happened</h2>\n"
	"<div id=\"words\" tabindex=\"0\" role=\"group\" aria-labelledby=\"happened\"><p>Nothing"
	" was played yet.</p></div>\n"
	"</section>\n"
	"<section id=\"powers\" aria-labelledby=\"who\">\n"
	"<h2 id=\"who\">Powers</h2>\n"
	"<table><thead><tr><th scope=\"col\">Power</th><th scope=\"col\">Player</th><th"
	" scope=\"col\" class=\"n\">Centres</th><th scope=\"col\"><span class=\"unseen\">What it"
	" does</span></th></tr></thead>\n"
	"<tbody id=\"seats\"></tbody></table>\n"
	"</section>\n"
	"<section id=\"more\" aria-label=\"More\">\n"
	"<p><a id=\"page\" href=\"/\">The game's page</a>, as all may see it</p>\n"
	"<details id=\"host\" hidden>\n"
	"<summary>Your game</summary>\n"
	"<form id=\"again\"><label><span id=\"againwhat\"></span> <select id=\"power\""
	" name=\"power\"></select></label> <button id=\"againgo\"></button></form>\n"
	"<form id=\"inviting\"><label>Make a link for <select id=\"invitee\"></select></label>"
	" <button>Make</button></form>\n"
	"<p id=\"invited\" hidden><label>The link <input id=\"invitation\" readonly></label>"
	" <button type=\"button\" id=\"copy\">Copy</button></p>\n"
	"<p id=\"hosted\" role=\"status\"></p>\n"
	"<ul id=\"links\" aria-label=\"Links\"></ul>\n"
	"</details>\n"
	"<details id=\"help\">\n"
	"<summary>How to play here</summary>\n"
	"<p>Point at a unit, then at where it goes. Point at it twice and it holds. Support and"
	" convoy: choose the kind, then the unit that is helped, then where that goes. An order is"
	" stored at once; until then its arrow is hollow. Ready says that you are done; the phase"
	" is played when all are, or at the deadline.</p>\n"
	"<p>With the keyboard, on the board:</p>\n"
	"<dl>\n"
	"<dt><kbd>&larr;</kbd> <kbd>&uarr;</kbd> <kbd>&darr;</kbd> <kbd>&rarr;</kbd></dt><dd>to"
	" the province that way</dd>\n"
	"<dt><kbd>Enter</kbd></dt><dd>choose it</dd>\n"
	"<dt><kbd>b</kbd> <kbd>u</kbd> <kbd>r</kbd></dt><dd>choose a province by the three letters"
	" of its code</dd>\n"
	"<dt><kbd>M</kbd> <kbd>H</kbd> <kbd>S</kbd> <kbd>C</kbd> <kbd>V</kbd></dt><dd>move, hold,"
	" support, convoy, move by sea, once a unit is chosen</dd>\n"
	"<dt><kbd>R</kbd> <kbd>D</kbd> <kbd>A</kbd> <kbd>F</kbd> <kbd>W</kbd></dt><dd>retreat,"
	" disband or remove, build an army or a fleet, waive</dd>\n"
	"<dt><kbd>.</kbd></dt><dd>the next unit without an order</dd>\n"
	"<dt><kbd>Esc</kbd></dt><dd>a step back</dd>\n"
	"<dt><kbd>Del</kbd></dt><dd>clear the order of the unit that is chosen</dd>\n"
	"<dt><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd></dt><dd>nearer, farther, the whole board</dd>\n"
	"<dt><kbd>PgUp</kbd> <kbd>PgDn</kbd></dt><dd>the phase before, the next</dd>\n"
	"<dt><kbd>Ctrl</kbd> <kbd>Z</kbd></dt><dd>undo, anywhere</dd>\n"
	"<dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>ready, anywhere</dd>\n"
	"</dl>\n"
	"</details>\n"
	"</section>\n"
	"<p id=\"live\" class=\"unseen\" aria-live=\"polite\"></p>\n"
	"</main>\n";

static void write_head(struct page *page)
{
	static const char *const styles[] = {"page.css", "picture.css", "table.css"};
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<title>The table · aresfarm</title>\n",
	      page->out);
	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
		fprintf(page->out, "<link rel=\"stylesheet\" href=\"/assets/%s/%s\">\n", assets_print,
		        styles[i]);
	fprintf(page->out,
	        "<script type=\"module\" src=\"/assets/%s/table.js\"></script>\n</head>\n<body>\n",
	        assets_print);
}

bool table_make(struct db *db, const struct address *address, struct made *made)
{
	struct page page = {.out = open_memstream(&page.text, &page.size)};
	(void)db, (void)address;
	if (page.out == NULL) {
		made->status = 500;
		return true;
	}
	write_head(&page);
	fputs(body, page.out);
	fputs("</body>\n</html>\n", page.out);
	const bool written = !ferror(page.out);
	*made = (struct made){fclose(page.out) == 0 && written ? 200 : 500, REPLY_PAGE, page.text, page.size};
	return true;
}
