# Reads SQL, and prints what is wrong with it; status 1 when something is. A function has at most 60 lines, and its names
# are unambiguous without #variable_conflict. A line has at most 100 columns, but for the numbered changes of the schema,
# which stay as they were released.
#
# Run with LC_ALL=C: a character of several bytes is counted by its first byte, the same in every awk.

function complain(line, what) {
	printf "%s:%d: %s\n", FILENAME, line, what
	wrong++
}

function columns(text) {
	gsub(/\t/, "    ", text)
	gsub(/[\200-\277]/, "", text)
	return length(text)
}

function close_function() {
	functions++
	if (FNR - start + 1 > 60)
		complain(start, name " has " FNR - start + 1 " lines, more than 60")
	start = 0
}

FNR == 1 { start = 0 }
/^create (or replace )?function / {
	name = $0
	sub(/.*function /, "", name)
	sub(/\(.*/, "", name)
	start = FNR
	quoted = 0
}
columns($0) > 100 && FILENAME !~ /^schema\/changes\// { complain(FNR, columns($0) " columns, more than 100") }
/#variable_conflict/ { complain(FNR, "a name is ambiguous: qualify it instead of #variable_conflict") }
start {
	quoted += gsub(/\$\$/, "&")
	if (quoted % 2 == 0 && /;$/)
		close_function()
}

END {
	if (functions < 100) {
		print "only " functions " functions were found"
		wrong++
	}
	exit wrong > 0
}
