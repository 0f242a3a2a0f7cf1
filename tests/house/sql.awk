# Reads the SQL of the schema, and prints what is wrong with its functions; status 1 when something is. A function has at
# most 60 lines, and its names are unambiguous without #variable_conflict.

function complain(line, what) {
	printf "%s:%d: %s\n", FILENAME, line, what
	wrong++
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
