# Turns SQL files into C initialisers: {"NAME.sql", "text"}, in the order given. Files of one number (001_a.sql, 001_b.sql)
# make one, by the name of the first. plain=1: the members of the one file, without braces. under=FOLDER/: each file makes
# one, by its name below the folder, without .sql.
FNR == 1 {
	name = FILENAME
	if (under != "") {
		name = substr(name, length(under) + 1)
		sub(/\.sql$/, "", name)
	} else
		sub(/.*\//, "", name)
	number = name ~ /^[0-9]/ ? name + 0 : NR
	if (number != last) {
		if (NR > 1)
			print "},"
		print (plain ? "" : "{") "\"" name "\","
	}
	last = number
}
{
	gsub(/\\/, "\\\\\\\\")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\"" $0 "\\n\""
}
END { print (plain ? "" : "},") }
