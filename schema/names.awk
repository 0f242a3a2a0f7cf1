# Turns lib/*.def into SQL functions: from the numbers of results, stages and kinds of orders to
# their names. C's enums and tables have the same rows.
#
# A row is MACRO(NAME, "text", ...) at the beginning of a line. Its number is its
# place among the rows of its macro, from 0.
function quoted(line, place,   text) {
	while (place-- > 0) {
		if (!match(line, /"[^"]*"/)) {
			printf("%s:%d: a text lacks: %s\n", FILENAME, FNR, $0) > "/dev/stderr"
			exit failed = 1
		}
		text = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
	}
	gsub(/'/, "''", text)
	return "'" text "'"
}
function add(function_name, text) {
	list[function_name] = list[function_name] (list[function_name] == "" ? "" : ", ") text
}
function print_names(function_name, argument) {
	if (list[function_name] == "") {
		print "no rows for farm." function_name > "/dev/stderr"
		exit failed = 1
	}
	printf "create or replace function farm.%s(%s int) returns text\n", function_name, argument
	printf "language sql immutable parallel safe return (array[%s])[1 + %s];\n", list[function_name], argument
}
/^RESULT\(/ { add("result_name", quoted($0, 1)) }
/^STAGE\(/ { add("stage_name", quoted($0, 1)) }
/^ORDER\(/ {
	add("order_action", quoted($0, 1))
	add("order_form", quoted($0, 2))
}
END {
	if (failed)
		exit failed
	print_names("result_name", "result")
	print_names("stage_name", "stage")
	print_names("order_action", "kind")
	print_names("order_form", "kind")
}
