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
function print_names(function_name, argument, what) {
	if (list[function_name] == "") {
		print "no rows for farm." function_name > "/dev/stderr"
		exit failed = 1
	}
	printf "create or replace function farm.%s(%s int) returns text\n", function_name, argument
	printf "language sql immutable parallel safe return (array[%s])[1 + %s];\n", list[function_name], argument
	printf "comment on function farm.%s is '%s';\n", function_name, what
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
	print_names("result_name", "result", "The name of what became of an order: succeeds, bounced and so on (lib/judges/results.def).")
	print_names("stage_name", "stage", "The name of a stage of a judge (lib/judges/stages.def).")
	print_names("order_action", "kind", "The name of a kind of order: hold, move, support and so on (lib/board/orders.def).")
	print_names("order_form", "kind", "The form in which an order of this kind is written (lib/board/orders.def).")
}
