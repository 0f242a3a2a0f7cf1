# Reads C files as clang-format lays them out, and prints how long functions and files are: median, 95th percentile and
# longest; every function with more than six parameters.
#
# A function is a head, which begins at the left margin, and a body between a line "{" and a line "}". Its length is that
# of both.

BEGIN { attribute = "__attribute__[ \t]*\\(\\(([^()]|\\([^()]*\\))*\\)\\)[ \t]*" }

# The parameters of a head: commas outside of inner parentheses.
function count_parameters(text,   i, c, depth, count) {
	if (text ~ /\(void\)[^(]*$/)
		return 0
	count = 1
	for (i = index(text, "("); i > 0 && i <= length(text); i++) {
		c = substr(text, i, 1)
		depth += (c == "(") - (c == ")")
		count += c == "," && depth == 1
	}
	return count
}
function end_file() {
	files++
}
function end_function(   size, name, parameters) {
	name = head
	gsub(attribute, "", name)
	parameters = count_parameters(name)
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	size = FNR - head_line + 1
	functions++
	with_length[size]++
	if (size > longest) {
		longest = size
		longest_name = file ", " name
	}
	if (parameters > 6)
		wide[++wide_count] = parameters " " file ", " name
}
# The smallest length that this part of the functions does not exceed.
function percentile(part,   length_, seen) {
	for (length_ = 1; length_ <= longest; length_++)
		if ((seen += with_length[length_]) >= part * functions)
			return length_
}

FNR == 1 {
	if (file != "")
		end_file()
	file = FILENAME
	head = ""
	body = 0
}
/^}$/ && body {
	end_function()
	body = 0
	head = ""
}
body { next }
/^{$/ && head != "" {
	body = 1
	next
}
/^$|^#|^}|[;}]$|\*\/$/ {
	head = ""
	next
}
head != "" { head = head " " $0 }
head == "" && /^[A-Za-z_]/ {
	head = $0
	head_line = FNR
}
END {
	end_file()
	printf "%d files, %d functions; lines a function: median %d, 95th percentile %d, longest %d (%s)\n", files, functions,
		percentile(0.5), percentile(0.95), longest, longest_name
	printf "%d functions with more than 6 parameters\n", wide_count
	for (i = 1; i <= wide_count; i++)
		print "  " wide[i]
}
