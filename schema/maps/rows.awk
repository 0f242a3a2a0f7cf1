# Turns schema/maps/NAME.csv into the C rows of lib/board/map_rows.c: one array a map, then the table of maps.
BEGIN { FS = "," }
FNR == 1 {
	if (count)
		print "};"
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.csv$/, "", name)
	maps[++count] = name
	printf "static const struct map_row rows_%s[] = {\n", name
	next
}
NF != 9 {
	printf("%s:%d: %d fields where 9 belong\n", FILENAME, FNR, NF) > "/dev/stderr"
	exit failed = 1
}
{
	line = "\t{"
	for (i = 1; i <= NF; i++)
		line = line (i == 1 ? "" : ", ") "\"" $i "\""
	print line "},"
}
END {
	if (failed)
		exit failed
	print "};\n\nconst struct map_source map_sources[] = {"
	for (i = 1; i <= count; i++)
		printf "\t{\"%s\", rows_%s, sizeof rows_%s / sizeof *rows_%s},\n", maps[i], maps[i], maps[i], maps[i]
	print "\t{NULL, NULL, 0},\n};"
}
