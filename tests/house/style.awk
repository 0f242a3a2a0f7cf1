# Reads file names, and prints what is wrong with these C sources; status 1 when something is.
# -v allowed=FILE: the exceptions (tests/house/allowed).
#
# The rules: a line has at most 100 columns; nothing uses __COUNTER__; each outside library is
# used by the files that `allowed` names and by no other; there is no SQL text and no markup, but in these files and in tests.
#
# Run with LC_ALL=C: a character of several bytes is counted by its first byte, the same in every awk.

function complain(file, line, what) {
	printf "%s%s: %s\n", file, line ? ":" line : "", what
	wrong++
}

# lines of `allowed`: "uses WHAT FILE reason"
function read_allowed(   line, cell, key) {
	while ((getline line < allowed) > 0) {
		if (line ~ /^#/ || split(line, cell, " ") == 0)
			continue
		key = cell[1] == "uses" ? "uses " cell[2] " " cell[3] : cell[1] " " cell[2]
		if (line == key)
			complain(allowed, 0, key " has no reason")
		may[key] = 1
	}
}
# Whether there is an exception; notes that it is needed.
function may_have(key) {
	needed[key] = 1
	return key in may
}

function columns(text) {
	gsub(/\t/, "    ", text)
	gsub(/[\200-\277]/, "", text)
	return length(text)
}

# What a line uses of the world outside; empty: nothing that needs leave.
function find_use(text) {
	if (text ~ /__COUNTER__/)
		return "__COUNTER__"
	if (text ~ /^[ \t]*#[ \t]*pragma omp/)
		return "omp"
	if (text !~ /^[ \t]*#[ \t]*include[ \t]*</)
		return ""
	sub(/^[^<]*</, "", text)
	sub(/>.*/, "", text)
	return text ~ system_header ? "" : text
}

# A string that begins as an SQL statement does. A hint such as "create role X" amid a message is no SQL.
function is_sql(text) {
	text = tolower(text)
	return text ~ sql_start
}

# A string with a tag of HTML or SVG, or with an end of one. In comments a tag is only named.
function is_markup(text) {
	gsub(/\\"/, "", text)
	return text ~ /"[^"]*<[\/!?]?[a-z]/ && text !~ /^([ \t]*\/?\*|#include)/
}

BEGIN {
	system_header = "^((sys|arpa|net|netinet)/[a-z]+|assert|ctype|dirent|endian|errno|fcntl|float|fnmatch|ftw|getopt|" \
		"glob|grp|inttypes|libgen|limits|locale|math|netdb|poll|pthread|pwd|regex|sched|setjmp|signal|spawn|stdarg|" \
		"stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|strings|syslog|termios|time|unistd|wchar|wctype)[.]h$"
	sql_start = "\"[ (]*(select |insert into |delete from |update [a-z_.]+ ([a-z]+ )?([a-z]+ )?set |with [a-z_]+ (\\([^)]*\\) )?as |" \
		"(create|alter|drop) (or replace )?(temp |temporary |unlogged |unique )?(table|index|view|materialized|function|" \
		"procedure|schema|role|database|type|trigger|sequence|extension)|truncate |copy [a-z_.]+ |listen |notify |" \
		"grant |revoke |savepoint |rollback|(begin|commit)[;\"]|(begin|start) (transaction|isolation)|lock table |" \
		"set (local |session )?([a-z_.]+ = |role ))"
	read_allowed()
}
{
	file = $0
	files++
	lines = 0
	while ((getline text < file) > 0) {
		lines++
		if (columns(text) > 100)
			complain(file, lines, columns(text) " columns, more than 100")
		use = find_use(text)
		if (use != "" && !may_have("uses " use " " file))
			complain(file, lines, "uses " use ", which is not allowed here")
		if (file !~ /^tests\// && is_sql(text) && !may_have("sql " file))
			complain(file, lines, "SQL text belongs in a file of daemon/db/statements")
		if (file !~ /^tests\// && is_markup(text) && !may_have("markup " file))
			complain(file, lines, "markup belongs in a file NAME.html: daemon/pages/pieces.awk")
	}
	close(file)
}
END {
	if (files < 50)
		complain("style", 0, "only " files " sources were found")
	for (key in may)
		if (!(key in needed))
			complain(allowed, 0, "\"" key "\" is no longer needed")
	exit wrong > 0
}
