# Reads files of the sources, and prints: files and lines by room and language; for the C of lib and daemon the number of
# functions and how long they are, blank lines in them, conditionals per thousand lines; file names that two rooms have.
#
# A function is as clang-format lays it out: a head at the left margin, and a body between a line "{" and a line "}".

function language(name) {
	sub(/.*\./, "", name)
	return name in languages ? languages[name] : ""
}
function room(path) {
	sub(/\/?[^\/]*$/, "", path)
	return path == "" ? "." : path
}
function end_function(   size, at) {
	size = FNR - head_line + 1
	functions++
	with_length[size]++
	for (at = 5; at >= 1 && size > top[at]; at--) {
		top[at + 1] = top[at]
		top_name[at + 1] = top_name[at]
	}
	top[at + 1] = size
	top_name[at + 1] = head " in " FILENAME
}
# The smallest length that this part of the functions does not exceed.
function percentile(part,   size, seen) {
	for (size = 1; size <= top[1]; size++)
		if ((seen += with_length[size]) >= part * functions)
			return size
}

BEGIN {
	split("c C h C def C sql SQL psql SQL js JS css CSS html HTML py Python sh Shell bash Shell awk Awk md Markdown", words, " ")
	for (i = 1; i in words; i += 2)
		languages[words[i]] = words[i + 1]
}
FNR == 1 {
	kind = language(FILENAME)
	place = room(FILENAME)
	measured = kind == "C" && FILENAME ~ /^(lib|daemon)\//
	head = body = 0
	base = FILENAME
	sub(/.*\//, "", base)
	if (kind != "") {
		files[place, kind]++
		if (kind != "Markdown" && FILENAME !~ /^tests\//)
			twins[base] = twins[base] " " FILENAME
	}
}
kind == "" { nextfile }
{ lines[place, kind]++ }
!measured { next }
{
	c_lines++
	code = $0
	gsub(/"(\\.|[^"\\])*"|'\\?.'|\/\*.*|^ \* .*/, "", code)
	questions += gsub(/\?/, "", code)
	joints += gsub(/&&|\|\|/, "", code)
}
body {
	body_lines++
	blank += $0 == ""
}
/^}$/ && body {
	end_function()
	head = body = 0
}
/^{$/ && head { body = 1 }
body { next }
/^$|^#|^}|[;}]$|\*\/$/ { head = 0 }
!head && /^[A-Za-z_].*\(/ {
	head = $0
	head_line = FNR
	gsub(/__attribute__ *\(\(([^()]|\([^()]*\))*\)\) */, "", head)
	sub(/\(.*/, "", head)
	sub(/.*[ *]/, "", head)
}
END {
	sort = "sort"
	for (key in lines) {
		split(key, cell, SUBSEP)
		printf "%-24s %-9s %4d files %6d lines\n", cell[1], cell[2], files[key], lines[key] | sort
		total[cell[2]] += lines[key]
		total_files[cell[2]] += files[key]
	}
	close(sort)
	print ""
	for (kind in total)
		printf "%-24s %-9s %4d files %6d lines\n", "all", kind, total_files[kind], total[kind] | sort
	close(sort)
	printf "\nlib and daemon: %d functions; lines: median %d, 95th percentile %d; %.1f %% blank lines in functions\n", functions,
		percentile(0.5), percentile(0.95), 100 * blank / body_lines
	printf "per thousand lines: %.1f ?:, %.1f && and ||\n", 1000 * questions / c_lines, 1000 * joints / c_lines
	for (i = 1; i <= 5; i++)
		printf "  %d lines: %s\n", top[i], top_name[i]
	print "names of files in two rooms:"
	for (base in twins)
		if (twins[base] ~ / .* /)
			print " " twins[base] | sort
}
