# scratch: shows that a check of this folder can fail. Sourced after suite.sh.
#
# The suite defines check FOLDER: prints what is wrong with the sources there; status 1 when something is.

sources='include lib daemon bench training tests'

# list_sources [FOLDER...]: the C files there, in the folder that is current.
list_sources() { find "$@" -name '*.[ch]' | LC_ALL=C sort; }

# finds PATTERN FILE TEXT: the check says PATTERN once a scratch copy's FILE has TEXT at its end.
finds() {
	local copy said status=0
	copy=$(mktemp -d)
	cp -r CONTRIBUTING.md $sources "$copy"
	mkdir -p "$(dirname "$copy/$2")"
	printf '%s\n' "$3" >>"$copy/$2"
	said=$(check "$copy") || status=$?
	rm -rf "$copy"
	same "status" "$status" 1
	case $said in *"$1"*) ;; *) same "what is said" "$said" "...$1..." ;; esac
}
