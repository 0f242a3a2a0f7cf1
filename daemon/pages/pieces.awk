# Turns the pieces of markup of an HTML file into C functions, to be included by the one C file that uses them.
#
# A piece stands after its head, which names the function and its parameters with their types:
#
#   <!-- piece: put_winner(power text, centres int) -->
#   <p><strong>{power}</strong> won, with {centres} centres.</p>
#
# becomes put_winner(page, power, centres). {power} is the place of a parameter, which may have several. Its type says how it
# is written:
#
#   text      const char *: any text, escaped; right between tags, and in the quotes of an attribute
#   address   const char *: a text as a part of an address
#   int       int64_t
#   real      double, with six digits at most
#   markup    const char *: markup that is ready, as it is
#
# Tabs at the beginning of a line and empty lines are left out. A line ends with a newline, unless a backslash ends it: then
# the next line, or the next piece, follows at once. Other comments stand in lines of their own, and are left out.
BEGIN {
	type["text"] = "const char *"
	type["address"] = "const char *"
	type["markup"] = "const char *"
	type["int"] = "int64_t "
	type["real"] = "double "
}

function refuse(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
	wrong = 1
	exit 1
}
# Begins a function. types: of its parameters, by their names.
function open_piece(head,   name, list, count, parameter, word, i) {
	if (head !~ /^[a-z][a-z0-9_]*\(([a-z_]+ [a-z]+(, )?)*\)$/)
		refuse("not a name with parameters and their types: " head)
	name = head
	sub(/\(.*/, "", name)
	list = substr(head, length(name) + 2, length(head) - length(name) - 2)
	printf "static void %s(struct page *page", name
	count = split(list, parameter, ", ")
	for (i = 1; i <= count; i++) {
		split(parameter[i], word, " ")
		if (!(word[2] in type))
			refuse("no type of a parameter: " word[2])
		types[word[1]] = word[2]
		printf ", %s%s", type[word[2]], word[1]
	}
	print ")\n{"
	open = 1
}
function close_piece(   name) {
	if (!open)
		return
	for (name in types)
		if (!(name in placed))
			refuse("no place of the parameter " name)
	split("", types)
	split("", placed)
	print "}\n"
}
function put_plain(markup) {
	if (markup == "")
		return
	gsub(/\\/, "\\\\\\\\", markup)
	gsub(/"/, "\\\"", markup)
	gsub(/\n/, "\\n", markup)
	printf "\tpage_markup(page, \"%s\");\n", markup
}
# A parameter's place. before: what stands before it, in the same line.
function put_place(name, before) {
	if (!(name in types))
		refuse("no parameter of that name: " name)
	if (before ~ /(^| )[a-z-]+=$|<$/)
		refuse("a place in a tag without quotes: " name)
	placed[name] = 1
	printf "\tpage_%s(page, %s);\n", types[name], name
}
function put_line(line,   before) {
	while (match(line, /\{[a-z_]+\}/)) {
		before = substr(line, 1, RSTART - 1)
		put_plain(before)
		put_place(substr(line, RSTART + 1, RLENGTH - 2), before)
		line = substr(line, RSTART + RLENGTH)
	}
	put_plain(line)
}

/^<!-- piece: / {
	close_piece()
	sub(/^<!-- piece: /, "")
	if (!sub(/ -->$/, ""))
		refuse("a head without an end")
	open_piece($0)
	next
}
/^<!-- *piece[: ]/ { refuse("no head of a piece, which is <!-- piece: NAME(PARAMETERS) -->") }
/^<!-- / { comment = 1 }
comment {
	if (/-->$/)
		comment = 0
	next
}
/^$/ { next }
{
	if (!open)
		refuse("markup before the first head")
	sub(/^\t+/, "")
	if (!sub(/\\$/, ""))
		$0 = $0 "\n"
	put_line($0)
}
END {
	if (wrong)
		exit 1
	close_piece()
}
