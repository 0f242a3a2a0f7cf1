#!/bin/bash
# deploy/put.sh put STAGE ROOT LIST: puts the files below STAGE in their places below ROOT ('': the machine's), and writes down in
# LIST, a file below ROOT, what it has put there: "file DIGEST PATH", and "folder PATH" for a folder that was not there before. A
# link has the digest of its file.
# deploy/put.sh take ROOT LIST: takes away what the list names, and the list.
#
# What somebody else has changed since is not ours any more: it stays, and a line says so. That goes for settings, too. What an
# older version has put and this one has not is taken away.
set -eu
export LC_ALL=C

# kept PATH: says that a file stays.
kept() { echo "kept $1: it was changed after it was installed" >&2; }

# is FILE DIGEST
is() { [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -c-64)" = "$2" ]; }

# read_list LIST: digest has the digest of each file it names; folders has its folders.
declare -A digest
folders=()
read_list() {
	local kind rest
	[ -e "$1" ] || return 0
	while read -r kind rest; do
		case $kind in
		file) digest[${rest#* }]=${rest%% *} ;;
		folder) folders+=("$rest") ;;
		*) echo "$1: a line begins with neither file nor folder: $kind" >&2 && return 2 ;;
		esac
	done <"$1"
}

# forsake ROOT PATH...: removes these files of the list that are still as they were put, and links to them.
forsake() {
	local root=$1 path sum gone=()
	local -A now
	shift
	while read -r sum path; do
		now[${path#.}]=$sum
	done < <(cd "$root/" && printf '.%s\0' "$@" | xargs -0 sha256sum 2>/dev/null)
	for path; do
		if [[ ${now[$path]:-} = "${digest[$path]}" || -L $root$path && ! -e $root$path ]]; then
			gone+=("$root$path")
		elif [ -e "$root$path" ]; then
			kept "$root$path"
		fi
	done
	[ ${#gone[@]} = 0 ] || rm "${gone[@]}"
}

# make_folders STAGE ROOT: those that are not there are from now on ours; and so are all called aresfarm.
make_folders() {
	local folder ours=()
	while read -r folder; do
		[[ -d $2/$folder && /$folder/ != */aresfarm/* ]] || ours+=("/$folder")
	done < <(cd "$1" && find . -mindepth 1 -type d -printf '%P\n' | sort)
	[ ${#ours[@]} = 0 ] || install -d -m 755 "${ours[@]/#/$2}"
	folders+=("${ours[@]}")
}

put() {
	local stage=$1 root=$2 list=$3 sum path files=() older=()
	[ -z "$root" ] || mkdir -p "$root"
	read_list "$root$list"
	make_folders "$stage" "$root"
	local -A fresh
	while read -r sum path; do
		path=/${path#./}
		# settings that were edited, here or before there was a list
		if [[ $path = */etc/* && -e $root$path ]] && ! is "$root$path" "${digest[$path]:-}" && ! is "$root$path" "$sum"; then
			kept "$root$path"
			fresh[$path]=${digest[$path]:-$sum}
			continue
		fi
		fresh[$path]=$sum
		files+=(".$path")
	done < <(cd "$stage" && find . '(' -type f -o -type l ')' -print0 | sort -z | xargs -0 sha256sum)
	# a file that is running is replaced and not written to
	printf '%s\0' "${files[@]}" | tar -C "$stage" --null -T - -cf - |
		tar -C "${root:-/}" -xpf - --unlink-first --no-same-owner -m
	for path in "${!digest[@]}"; do
		[ -n "${fresh[$path]:-}" ] || older+=("$path")
	done
	[ ${#older[@]} = 0 ] || forsake "$root" "${older[@]}"
	{
		[ ${#folders[@]} = 0 ] || printf 'folder %s\n' "${folders[@]}"
		for path in "${!fresh[@]}"; do
			echo "file ${fresh[$path]} $path"
		done
	} | sort -u >"$root$list.new"
	mv "$root$list.new" "$root$list"
	echo "installed ${#files[@]} files; $root$list lists them, and make uninstall removes them"
}

take() {
	local root=$1 list=$2
	if [ ! -e "$root$list" ]; then
		echo "nothing to take away: $root$list is not there. make install writes it" >&2
		return 2
	fi
	read_list "$root$list"
	[ ${#digest[@]} = 0 ] || forsake "$root" "${!digest[@]}"
	rm "$root$list"
	[ ${#folders[@]} = 0 ] ||
		printf '%s\0' "${folders[@]/#/$root}" | sort -zru | xargs -0 rmdir 2>/dev/null || true
}

case ${1:-} in
put | take) "$@" ;;
*) sed -n '2,6s/^# //p' "$0" >&2 && exit 2 ;;
esac
