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

# forsake ROOT PATH: takes a file of the list away, if it is still as it was put.
forsake() {
	# a link of ours whose file went before it
	if is "$1$2" "${digest[$2]}" || [[ -L $1$2 && ! -e $1$2 ]]; then
		rm "$1$2"
	elif [ -e "$1$2" ]; then
		kept "$1$2"
	fi
}

# make_folders STAGE ROOT: those that are not there are from now on ours; and so are all called aresfarm.
make_folders() {
	local folder
	while read -r folder; do
		[[ ! -d $2/$folder || /$folder/ = */aresfarm/* ]] || continue
		install -d -m 755 "$2/$folder"
		folders+=("/$folder")
	done < <(cd "$1" && find . -mindepth 1 -type d -printf '%P\n' | sort)
}

put() {
	local stage=$1 root=$2 list=$3 sum path files=()
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
		[ -n "${fresh[$path]:-}" ] || forsake "$root" "$path"
	done
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
	local root=$1 list=$2 path
	if [ ! -e "$root$list" ]; then
		echo "nothing to take away: $root$list is not there. make install writes it" >&2
		return 2
	fi
	read_list "$root$list"
	for path in "${!digest[@]}"; do
		forsake "$root" "$path"
	done
	rm "$root$list"
	[ ${#folders[@]} = 0 ] || printf '%s\n' "${folders[@]}" | sort -ru | while read -r path; do
		rmdir "$root$path" 2>/dev/null || true
	done
}

case ${1:-} in
put | take) "$@" ;;
*) sed -n '2,6s/^# //p' "$0" >&2 && exit 2 ;;
esac
