# Turns SQL files into C initialisers: {"NAME.sql", "text"}, one a file, in the order given; plain=1: the one file's
# members alone, without braces.
FNR == 1 {
	if (NR > 1)
		print (plain ? "" : "},")
	name = FILENAME
	sub(/.*\//, "", name)
	print (plain ? "" : "{") "\"" name "\","
}
{
	gsub(/\\/, "\\\\\\\\")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\"" $0 "\\n\""
}
END { print (plain ? "" : "},") }
