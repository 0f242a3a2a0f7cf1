# Turns the statements of SQL files into C: a struct db_statement for each (daemon/db/pg/db.h), to be included by the one
# file that uses them. prepare=1: into PREPARE for psql instead (db/statements).
#
# A statement stands after its head, which names it and its parameters $1, $2 ... Other comment lines
# are left out:
#
#   -- name: accuse(game bigint, epoch int, why text)    ends with `anew` if it is not to be prepared
#   -- gives: row(kept text)             after it: makes stmt_accuse, which runs it (below)
#   -- next: fault(line text)            after it: makes stmt_next_fault, which reads a row
#   -- script: daide_bind                several statements without parameters, a char array
#   -- part: board_columns               what {board_columns} stands for in this file, below
#   -- row: farm.written_end(place int)  a type whose arrays can be parameters
#
# `gives` spares the file a function that only runs the statement. Its head is in the header of that
# file: the parameters, then what it gives: nothing; row(...): places of the first row's columns,
# maybe(...): whether there is one, then the same; rows: a struct db_rows to read from; text: a FILE
# to print rows of one text to. A parameter of an array has its count after it; bytea is a digest.
#
# The brackets of row, maybe and next have a name and a type for each column, or a struct and the
# members that the columns go to: (struct waits: busy, locks). times[count] is a member that is an
# array, and the one with its count. A text of a row is copied: text[STMT_NAME_SIZE].
BEGIN {
	split("smallint:int16_t:int:int:bigint:int64_t:oid:uint32_t:boolean:bool:text:const char *:" \
		"double:double", words, ":")
	for (i = 1; i in words; i += 2)
		in_c[words[i]] = words[i + 1]
	split("smallint h int i bigint l oid o boolean b text s bytea x", words, " ")
	for (i = 1; i in words; i += 2)
		letter[words[i]] = words[i + 1]
	# a constant of a file that is included may be unused, unless it asks for a warning
	if (!prepare)
		print "#pragma GCC diagnostic error \"-Wunused-const-variable\""
}

function refuse(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
	wrong = 1
	exit 1
}
# The letter of a type, as in daemon/db/pg/wire.h.
function letter_of(type,   array) {
	array = sub(/\[\]$/, "", type)
	if (array && type in rows)
		return "(" rows[type] ")"
	if (!(type in letter))
		refuse("no type of a parameter: " type)
	return array ? toupper(letter[type]) : letter[type]
}
# The letters of the types between the brackets of a head. types: the same with commas, as PREPARE has them.
function letters_of(list,   count, parameter, word, i, letters) {
	sub(/^[^(]*\(/, "", list)
	sub(/\).*/, "", list)
	types = ""
	count = split(list, parameter, / *, */)
	for (i = 1; i <= count; i++) {
		if (split(parameter[i], word, " ") != 2)
			refuse("no name and type of a parameter: " parameter[i])
		letters = letters letter_of(word[2])
		types = types (i > 1 ? ", " : "") word[2]
	}
	return letters
}
function quoted(sql) {
	gsub(/\\/, "\\\\\\\\", sql)
	gsub(/"/, "\\\"", sql)
	gsub(/\n/, "\\n\"\n\"", sql)
	return "\"" sql "\""
}
function fill(line,   name) {
	while (match(line, /\{[a-z_]+\}/)) {
		name = substr(line, RSTART + 1, RLENGTH - 2)
		if (!(name in parts))
			refuse("no part of that name: " name)
		line = substr(line, 1, RSTART - 1) parts[name] substr(line, RSTART + RLENGTH)
	}
	return line
}
# What stands between the brackets of a head, as items; returns how many.
function items_of(list, items) {
	sub(/^[^(]*\(/, "", list)
	sub(/\)[^)]*$/, "", list)
	return split(list, items, / *, */)
}
# The parameters of a C function as of the head of a statement. names: the same as values.
function taken(list,   count, parameter, word, i, type, text) {
	names = ""
	count = items_of(list, parameter)
	for (i = 1; i <= count; i++) {
		split(parameter[i], word, " ")
		type = word[2]
		sub(/\[\]$/, "", type)
		names = names (i > 1 ? ", " : "")
		if (type == "bytea") {
			text = text ", const uint8_t " word[1] "[DIGEST_SIZE]"
			names = names "BYTES(" word[1] ", DIGEST_SIZE)"
		} else if (!(type in in_c)) {
			refuse("no C type of what it takes: " parameter[i])
		} else if (type != word[2]) {
			text = text ", const " in_c[type] " " word[1] "[], int " word[1] "_count"
			names = names "ARRAY(" word[1] ", " word[1] "_count)"
		} else {
			text = text ", " in_c[type] " " word[1]
			names = names word[1]
		}
	}
	names = count ? "VALUES(" names ")" : "NO_VALUES"
	return text
}
# The places of a row's columns, as parameters of a C function. names: the same as fields.
function given(list,   count, column, word, i, text, size) {
	names = ""
	count = items_of(list, column)
	if (sub(/^struct /, "", column[1])) {
		split(column[1], word, /: */)
		text = ", struct " word[1] " *row"
		column[1] = word[2]
		for (i = 1; i <= count; i++) {
			split(column[i], word, /[][]/)
			names = names (i > 1 ? ", " : "")
			if (word[2] == "")
				names = names "row->" word[1]
			else
				names = names "MANY(row->" word[1] ", row->" word[2] ")"
		}
	} else {
		for (i = 1; i <= count; i++) {
			split(column[i], word, " ")
			size = word[2]
			names = names (i > 1 ? ", " : "")
			if (sub(/^text\[/, "", size)) {
				sub(/\]$/, "", size)
				text = text ", char " word[1] "[" size "]"
				names = names "BUFFER(" word[1] ", " size ")"
			} else if (word[2] in in_c) {
				text = text ", " in_c[word[2]] " *" word[1]
				names = names "*" word[1]
			} else
				refuse("no C type of what it gives: " column[i])
		}
	}
	names = "FIELDS(" names ")"
	return text
}
# The function that reads a row.
function put_next(   name, places) {
	name = next_row
	sub(/\(.*/, "", name)
	places = given(next_row)
	if (name !~ /_next_/)
		name = "next_" name
	print "bool stmt_" name "(struct db_rows *rows" places ")\n{"
	print "\treturn db_rows_next(rows, " names ");\n}"
}
# The function that runs a statement.
function put_function(name,   call, values, what) {
	what = gives
	sub(/\(.*/, "", what)
	call = "bool stmt_" name "(struct db *db" taken(head)
	values = "db, &" name ", " names
	if (what == "nothing")
		print call ")\n{\n\treturn statement_run(" values ");\n}"
	else if (what == "rows")
		print call ", struct db_rows *rows)\n{\n\treturn db_query(" values ", rows);\n}"
	else if (what == "text")
		print call ", FILE *out)\n{\n\treturn statement_print(" values ", out);\n}"
	else if (what == "row")
		print call given(gives) ")\n{\n\treturn statement_row(" values ", " names ");\n}"
	else if (what == "maybe")
		print call ", bool *found" given(gives) \
			")\n{\n\treturn statement_find(" values ", found, " names ");\n}"
	else
		refuse("a statement gives nothing, row(...), maybe(...), rows or text: " gives)
}
# Puts what was read since the last head.
function put(   name, letters) {
	name = head
	sub(/\(.*/, "", name)
	if (kind == "part")
		parts[name] = sql
	else if (kind == "row")
		rows[name] = letters_of(head)
	if (kind !~ /^(name|script)$/)
		return
	if (!sub(/;$/, "", sql))
		refuse("a statement without an end: " name)
	letters = kind == "name" ? letters_of(head) : ""
	if (prepare && kind == "name")
		print "prepare " name (types ? " (" types ")" : "") " as\n" sql ";"
	else if (!prepare && kind == "name")
		printf "static const struct db_statement %s = {\"%s\", \"%s\",\n%s, %s};\n", name, name, letters, quoted(sql),
			head ~ /\) anew$/ ? "true" : "false"
	else if (!prepare)
		printf "static const char %s[] =\n%s;\n", name, quoted(sql)
	if (gives != "" && kind != "name" && gives != "nothing")
		refuse("a script gives nothing: " name)
	if (gives != "" && !prepare && kind == "name")
		put_function(name)
	else if (gives != "" && !prepare)
		print "bool stmt_" name "(struct db *db)\n{\n\treturn db_script(db, " name ");\n}"
	if (next_row != "" && !prepare)
		put_next()
}

/^-- (name|script|part|row): / {
	put()
	kind = substr($2, 1, length($2) - 1)
	head = $0
	sub(/^-- [a-z]+: /, "", head)
	sql = gives = next_row = ""
	unclosed = head ~ /\(/ && head !~ /\)/
	next
}
unclosed {
	head = head substr($0, 3)
	unclosed = head !~ /\)/
	next
}
/^-- gives: / {
	gives = substr($0, 11)
	open_list = gives ~ /\(/ && gives !~ /\)$/ ? "gives" : ""
	next
}
/^-- next: / {
	next_row = substr($0, 10)
	open_list = next_row !~ /\)$/ ? "next" : ""
	next
}
open_list != "" {
	if (open_list == "gives")
		gives = gives substr($0, 7)
	else
		next_row = next_row substr($0, 7)
	if (/\)$/)
		open_list = ""
	next
}
/^--/ || /^$/ { next }
{
	if (kind !~ /^(name|script|part)$/)
		refuse("text before the first head")
	sub(/^\t+/, "")
	sql = sql (sql != "" ? "\n" : "") fill($0)
}
END {
	if (wrong)
		exit 1
	put()
}
