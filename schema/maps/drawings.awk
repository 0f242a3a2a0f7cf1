# Turns schema/maps/NAME.drawing into the texts of lib/picture/drawing_texts.c: the table of drawings.
BEGIN { print "const struct drawing_source drawing_sources[] = {" }
FNR == 1 {
	if (NR > 1)
		print "\t},"
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.drawing$/, "", name)
	printf "\t{\n\t\t\"%s\",\n", name
}
/[\\"]/ {
	printf("%s:%d: a quote or a backslash\n", FILENAME, FNR) > "/dev/stderr"
	exit failed = 1
}
{
	gsub(/\t/, "\\t")
	print "\t\t\"" $0 "\\n\""
}
END {
	if (failed)
		exit failed
	print (NR ? "\t},\n" : "") "\t{NULL, NULL},\n};"
}
