# scratch: shows that a check of this folder can fail. Sourced after suite.sh. A suite with other sources sets
# them first.
#
# The suite defines check FOLDER: prints what is wrong with the sources there; status 1 when something is.

sources=${sources:-include lib daemon bench training tests}

# list_sources [FOLDER...]: the C files there, in the folder that is current.
list_sources() { find "$@" -name '*.[ch]' | LC_ALL=C sort; }

scratch=$(mktemp -d)
cp -r CONTRIBUTING.md $sources "$scratch"

# finds PATTERN FILE TEXT: the check says PATTERN while the scratch copy's FILE has TEXT at its end.
finds() {
	local file=$scratch/$2 kept said status=0
	kept=$(mktemp -d)
	mkdir -p "$(dirname "$file")"
	[ ! -e "$file" ] || cp "$file" "$kept"
	printf '%s\n' "$3" >>"$file"
	said=$(check "$scratch") || status=$?
	rm "$file"
	mv "$kept"/* "$file" 2>/dev/null || true
	same "status" "$status" 1
	case $said in *"$1"*) ;; *) same "what is said" "$said" "...$1..." ;; esac
}
