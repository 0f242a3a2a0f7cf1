# manual: makes the man page ares(3) of ares.h: each comment, then the declarations after it.
#
# -v version=1.0.0. A line "/* ── TITLE ── */" begins a section.
function escape(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	return text ~ /^[.']/ ? "\\\&" text : text
}
function end_code() {
	if (in_code)
		print ".fi\n.RE"
	in_code = 0
}
function begin_code() {
	if (!in_code)
		print ".PP\n.RS 4\n.nf"
	in_code = 1
}
# Writes a line of a comment. Columns and lists keep their line breaks.
function write_comment(text) {
	if (text == "") {
		if (filling)
			print ".PP"
		filling = 0
		return
	}
	if (text ~ /^(  | *[A-Z_]+  )/ || text ~ /^[A-Z_]+ [A-Z_]*  /)
		print ".br"
	print escape(text)
	filling = 1
}

BEGIN {
	print ".TH ARES 3 \"\" \"libares " version "\" \"Library Functions Manual\""
	print ".SH NAME\nares \\- the game of Diplomacy as a library"
	print ".SH SYNOPSIS\n.nf\n.B #include <ares.h>\n.PP\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs ares)\n.fi"
	print ".SH DESCRIPTION"
}

/^#|^extern "C"|^}$|^$/ && !in_comment {
	next
}
/^\/\* ── / {
	end_code()
	title = $0
	gsub(/^\/\* ── | ── \*\/$/, "", title)
	print ".SH " toupper(title)
	next
}
/^\/\*/ {
	end_code()
	in_comment = 1
	filling = 0
	print ".PP"
	sub(/^\/\* ?/, "")
}
in_comment {
	line = $0
	sub(/^ \* ?/, "", line)
	done = sub(/ ?\*\/$/, "", line)
	write_comment(line)
	in_comment = !done
	next
}
{
	begin_code()
	sub(/^ARES_API /, "")
	gsub(/\t/, "    ")
	print escape($0)
}

END {
	end_code()
	print ".SH SEE ALSO\nThe farm's document library.md has examples."
}
