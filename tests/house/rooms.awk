# Reads file names, and prints every include of theirs that goes against the table of rooms in CONTRIBUTING.md; status 1 when
# there is one. -v contributing=FILE: where it stands.
#
# A room's headers are included by name from within, by path from elsewhere. A folder without a row belongs to the room above
# it. A row whose name has no folder is a list, too: a room that may include the list may include its rooms.
# A permission that no file of its room uses is wrong, too.

# the table: | `room` | what | `room` `room` |
function read_table(   line, cells, rooms, count, i) {
	while ((getline line < contributing) > 0) {
		if (line ~ /^\| `/) {
			split(line, cells, "|")
			gsub(/[` ]/, "", cells[2])
			known[cells[2]] = 1
			if (cells[2] !~ /\//)
				lists[cells[2]] = 1
			count = split(cells[4], rooms, "`")
			for (i = 2; i <= count; i += 2)
				may[cells[2], rooms[i]] = 1
		}
	}
}
function complain(file, what) {
	printf "%s: %s\n", file, what
	wrong++
}
function folder(path) {
	return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : ""
}
function exists(path,   line, status) {
	status = (getline line < path)
	close(path)
	return status >= 0
}
# The room an included name lies in, seen from a room; empty: what is generated or a test of ours.
function find_room(room, name) {
	if (name !~ /\//)
		return exists(room "/" name) ? room : ""
	return exists("lib/" name) ? "lib/" folder(name) : exists("daemon/" name) ? "daemon/" folder(name) : ""
}
function known_room(path) {
	while (path != "" && !(path in known))
		path = folder(path)
	return path
}
function allowed(room, other,   list, found) {
	if ((room, other) in may)
		return used[room, other] = 1
	for (list in lists)
		if ((room, list) in may && allowed(list, other))
			found = used[room, list] = 1
	return found
}
function judge(file, name,   room, other) {
	room = known_room(folder(file))
	judged[room] = 1
	other = known_room(find_room(folder(file), name))
	if (room == "")
		complain(file, "its folder is no room of CONTRIBUTING.md")
	else if (other == "" || name ~ /\.def$/)
		return
	else if (other != room && !allowed(room, other))
		complain(file, "includes " name ", and " room " may not include " other)
}
BEGIN {
	read_table()
}
{
	file = $0
	files++
	while ((getline line < file) > 0)
		if (match(line, /^#include "[^"]*"/))
			judge(file, substr(line, 11, RLENGTH - 11))
	close(file)
}
END {
	if (files < 50)
		complain("rooms", "only " files " sources were found")
	for (pair in may) {
		split(pair, rooms, SUBSEP)
		if (rooms[1] in judged && !(pair in used))
			complain("CONTRIBUTING.md", rooms[1] " may include " rooms[2] ", but does not")
	}
	exit wrong > 0
}
