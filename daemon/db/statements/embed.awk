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
# to print rows of one text to, maybe text: whether there is one, then the same; array(struct
# move[9]: ...): an array of at most 9, and how many there are; answer(struct move: ...): a struct
# moves (report/stmt_rows.h). sent: it is sent in a batch.
#
# A parameter of an array has its count after it, unless its type has a size: int[POWERS_MAX]; bytea
# is a digest. Parameters can be members of a struct, up to a ;: (struct claim: game bigint, epoch
# int; phase smallint). The size of a member that is an array is another member: users int[count]. A
# member of a member is named as in C: unit.x, tuning->score.
#
# The brackets of row, maybe and next have a name and a type for each column, or a struct and the
# members that the columns go to: (struct waits: busy, locks). times[count] is a member that is an
# array, and the one with its count. start?started: the column may be NULL; then started is false.
# A text of a row is copied: text[STMT_NAME_SIZE].
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
	printf "%s:%d: %s\n", FILENAME, putting ? first : FNR, what >"/dev/stderr"
	wrong = 1
	exit 1
}
# The letter of a type, as in daemon/db/pg/wire.h.
function letter_of(type,   array) {
	array = sub(/\[\]$/, "", type)
	if (array && type in rows)
		return "(" rows[type] ")"
	if (!(type in letter))
		refuse("no type of a parameter: " type ", but smallint, int, bigint, oid, boolean, text or bytea")
	return array ? toupper(letter[type]) : letter[type]
}
# The letters of the types between the brackets of a head. types: the same with commas, as PREPARE has them.
function letters_of(list,   count, parameter, word, i, letters) {
	types = ""
	count = items_of(list, parameter)
	for (i = 1; i <= count; i++) {
		sub(/^; *|^struct [a-z_]+: */, "", parameter[i])
		sub(/^struct [a-z_]+: */, "", parameter[i])
		sub(/\[.*\]$/, "[]", parameter[i])
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
# What stands between the brackets of a head, as items; returns how many. A ; ends the members of a
# struct: it begins the next item.
function items_of(list, items) {
	sub(/^[^(]*\(/, "", list)
	sub(/\)[^)]*$/, "", list)
	gsub(/;/, ",;", list)
	return split(list, items, / *, */)
}
# The size in the brackets of an array, or "".
function size_of(type) {
	return match(type, /\[[^]]*\]/) ? substr(type, RSTART + 1, RLENGTH - 2) : ""
}
# A parameter of a C function as of an item of a head, unless it is a member: holder is then "of_claim->".
# values: the same for VALUES.
function taken_item(item,   word, type, size) {
	split(item, word, " ")
	size = size_of(word[2])
	type = word[2]
	sub(/\[.*\]$/, "", type)
	if (type == "bytea")
		values = values "BYTES(" holder word[1] ", DIGEST_SIZE)"
	else if (!(type in in_c))
		refuse("no C type of what it takes: " item)
	else if (type == word[2])
		values = values holder word[1]
	else
		values = values "ARRAY(" holder word[1] ", " (size == "" ? word[1] "_count" : holder size) ")"
	if (holder != "")
		return ""
	if (type == "bytea")
		return ", const uint8_t " word[1] "[DIGEST_SIZE]"
	if (type == word[2])
		return ", " in_c[type] " " word[1]
	return ", const " in_c[type] " " word[1] "[" size "]" (size == "" ? ", int " word[1] "_count" : "")
}
# The parameters of a C function as of the head of a statement. values: the same for VALUES.
function taken(list,   count, item, i, text) {
	values = holder = ""
	count = items_of(list, item)
	for (i = 1; i <= count; i++) {
		values = values (i > 1 ? ", " : "")
		if (sub(/^; */, "", item[i]))
			holder = ""
		if (sub(/^struct /, "", item[i])) {
			holder = substr(item[i], 1, index(item[i], ":") - 1)
			text = text ", const struct " holder " *of_" holder
			holder = "of_" holder "->"
			sub(/^[^:]*: */, "", item[i])
		}
		text = text taken_item(item[i])
	}
	values = count ? "VALUES(" values ")" : "NO_VALUES"
	return text
}
# The members of a struct that a row's columns go to, for FIELDS. cleared: what clears the struct, if
# columns are optional.
function members_of(item, count,   word, part, i, text, field) {
	cleared = ""
	for (i = 1; i <= count; i++) {
		split(item[i], part, "?")
		split(part[1], word, /[][]/)
		field = "row->" word[1]
		if (word[2] != "")
			field = "MANY(" field ", row->" word[2] ")"
		if (part[2] != "") {
			field = "OPTIONAL(row->" part[2] ", " field ")"
			cleared = "\t*row = (struct " kept "){0};\n"
		}
		text = text (i > 1 ? ", " : "") field
		part[2] = word[2] = ""
	}
	return "FIELDS(" text ")"
}
# The places of a row's columns, as parameters of a C function. fields: the same for FIELDS. kept: the
# struct, if its members are the places.
function given(list,   count, column, word, i, text, size) {
	kept = cleared = fields = ""
	count = items_of(list, column)
	if (sub(/^struct /, "", column[1])) {
		split(column[1], word, /: */)
		kept = word[1]
		column[1] = word[2]
		fields = members_of(column, count)
		return ", struct " kept " *row"
	}
	for (i = 1; i <= count; i++) {
		split(column[i], word, " ")
		size = size_of(word[2])
		fields = fields (i > 1 ? ", " : "")
		if (word[2] ~ /^text\[/) {
			text = text ", char " word[1] "[" size "]"
			fields = fields "BUFFER(" word[1] ", " size ")"
		} else if (word[2] in in_c) {
			text = text ", " in_c[word[2]] " *" word[1]
			fields = fields "*" word[1]
		} else
			refuse("no C type of what it gives: " column[i])
	}
	fields = "FIELDS(" fields ")"
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
	print cleared "\treturn db_rows_next(rows, " fields ");\n}"
}
# The function that reads all rows into an array of structs (report/stmt_rows.h).
function put_answer(name, call, statement) {
	given(gives)
	print "static bool next_" name "(struct db_rows *rows, void *at)\n{\n\tstruct " kept " *const row = at;\n" \
		"\treturn db_rows_next(rows, " fields ");\n}"
	print call ", struct " kept "s *answer)\n{"
	print "\treturn stmt_read_rows(" statement ", sizeof *answer->row, next_" name ", &answer->all);\n}"
}
# The function that reads rows into an array of this size.
function put_array(call, statement,   most) {
	most = size_of(gives)
	sub(/\[[^]]*\]:/, ":", gives)
	given(gives)
	print call ", struct " kept " row[" most "], int *count)\n{\n\tstruct db_rows rows;"
	print "\tif (!db_query(" statement ", &rows))\n\t\treturn false;"
	print "\tfor (*count = 0; *count < " most " && db_rows_next(&rows, " fields "); ++*count)"
	print "\t\trow++;\n\treturn db_rows_close(&rows);\n}"
}
# The function that runs a statement.
function put_function(name,   call, statement, what) {
	what = gives
	sub(/\(.*/, "", what)
	call = "bool stmt_" name "(struct db *db" taken(head)
	statement = "db, &" name ", " values
	if (what == "nothing")
		print call ")\n{\n\treturn statement_run(" statement ");\n}"
	else if (what == "sent")
		print call ")\n{\n\treturn db_batch_send(" statement ");\n}"
	else if (what == "rows")
		print call ", struct db_rows *rows)\n{\n\treturn db_query(" statement ", rows);\n}"
	else if (what == "text")
		print call ", FILE *out)\n{\n\treturn statement_print(" statement ", out);\n}"
	else if (what == "maybe text")
		print call ", bool *found, FILE *out)\n{\n\treturn statement_print_found(" statement ", found, out);\n}"
	else if (what == "row")
		print call given(gives) ")\n{\n" cleared "\treturn statement_row(" statement ", " fields ");\n}"
	else if (what == "maybe")
		print call ", bool *found" given(gives) ")\n{\n" cleared \
			"\treturn statement_find(" statement ", found, " fields ");\n}"
	else if (what == "answer")
		put_answer(name, call, statement)
	else if (what == "array")
		put_array(call, statement)
	else
		refuse("a statement gives nothing, row, maybe, rows, text, maybe text, sent, answer or array: " gives)
}
# A remark of how many columns the statement's own reader takes, or "".
function read_columns(   reader, column) {
	reader = next_row != "" ? next_row : gives
	return reader ~ /\(/ ? "-- " items_of(reader, column) " columns\n" : ""
}
# Puts what was read since the last head. A refusal names the line of that head.
function put() {
	putting = 1
	put_read()
	putting = 0
}
function put_read(   name, letters) {
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
		print "prepare " name (types ? " (" types ")" : "") " as\n" read_columns() sql ";"
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
	first = FNR
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
	if (kind == "name" && sql ~ /;$/)
		refuse("text after the end of a statement, without a head \"-- name: NAME(PARAMETERS)\"")
	sub(/^\t+/, "")
	sql = sql (sql != "" ? "\n" : "") fill($0)
}
END {
	if (wrong)
		exit 1
	put()
}
