# judge_map.awk: writes the standard map as the e-mail Judge's map file, or with seed=1 its starting position.
#   awk -v names=lib/formats/judge/judge_names.def -f tests/njudge/judge_map.awk schema/maps/standard.csv
# The Judge's further abbreviations come from judge_names.def. As in its own file, borders say nor for Norway, Switzerland is there
# and closed, and Constantinople and Denmark have the w of an optional rule.
function judge(text) {
	gsub(/nwy/, "nor", text)
	return text
}
BEGIN {
	FS = ","
	while ((getline line <names) > 0)
		if (match(line, /^NAMES\("/)) {
			split(line, part, "\"")
			more[part[2]] = part[6]
		}
}
FNR == 1 { next }
{
	name[$1] = $2
	code = substr($1, 1, 3)
	if ($6 != "")
		units = units sprintf("%s: %s %s%s\n", substr(owner[code] $5, 1, 1), $6, name[code], substr($1, 4))
	owner[$1] = $5
}
$1 !~ "/" {
	type = $4 == "yes" ? ($5 != "" ? substr($5, 1, 1) : "x") : $3 == "water" ? "w" : "l"
	words = judge($1) ($9 != "" ? " " $9 : "") ($1 == "nwy" ? " nwy" : "")
	count = split(more[$1], word, " ")
	for (i = 1; i <= count; i++)
		if (index(" " words " ", " " word[i] " ") == 0)
			words = words " " word[i]
	provinces = provinces sprintf("%s, %s %s\n", $2, type ($1 == "con" || $1 == "den" ? "w" : ""), words)
	borders = borders ($7 != "" ? judge($1) "-mv: " judge($7) "\n" : "") ($8 != "" ? judge($1) "-xc: " judge($8) "\n" : "")
}
$1 ~ "/" { borders = borders sprintf("%s-%s: %s\n", code, substr($1, 5), judge($8)) }
END {
	if (seed)
		printf "S1901M\n%s-1\n-1\n", units
	else
		printf "Switzerland, l swi switz\n%s-1\nswi-mv: swi\n%s-1\n-1\n", provinces, borders
}
