# Turns styles and scripts into C initialisers: {"NAME", "HASH", "text"}. The hashes stand in front: a line "HASH NAME" for
# each file, as a content-security policy writes them.
FILENAME == "-" {
	hash[$2] = $1
	next
}
FNR == 1 {
	name = FILENAME
	if (files++)
		print "},"
	sub(/.*\//, "", name)
	print "{\"" name "\", \"" hash[FILENAME] "\","
}
{
	gsub(/\\/, "\\\\\\\\")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\"" $0 "\\n\""
}
END { print "}," }
