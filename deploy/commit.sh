#!/bin/bash
# deploy/commit.sh: prints which commit the sources are, and when it was made, in seconds: "74f39951c1f2 1795425118". Behind the
# commit stands "-dirty" when a file differs from it, or is one more. Where nobody can tell, it is "unknown 0".
#
# deploy/commit.sh --export FOLDER: copies the sources to a new folder, without git. The file deploy/commit there says which
# commit they are, and has a digest of all of them. So a copy that somebody edits is dirty, too.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

# What the user or a hook of git has set is of no concern here. The superuser may read everybody's sources.
ask_git() {
	env -u GIT_DIR -u GIT_INDEX_FILE -u GIT_WORK_TREE GIT_OPTIONAL_LOCKS=0 \
		git -c safe.directory='*' -c core.excludesFile= -c core.fsmonitor=false "$@" 2>/dev/null
}

# What is built and played, what Python keeps, and what is secret: no sources.
others=(-path ./build -o -path ./.farm -o -path ./deploy/secrets -o -path ./deploy/commit
	-o -name __pycache__)
find_sources() { find . \( "${others[@]}" \) -prune -o -type f -print0; }

# digest: of the names and the bytes of all sources.
digest() {
	find_sources | sort -z | xargs -0 sha256sum | sha256sum | cut -c-64
}

# Sources that lie in somebody else's git tree are not of his commit: only a .git of their own counts.
print_commit() {
	local commit at changes expected
	if [ -e .git ]; then
		if commit=$(ask_git rev-parse --short=12 --verify HEAD) && at=$(ask_git log -1 --format=%ct HEAD) &&
			changes=$(ask_git status --porcelain --untracked-files=normal); then
			echo "$commit${changes:+-dirty} $at"
			return
		fi
	elif [ -e deploy/commit ] && read -r commit at expected <deploy/commit; then
		[ "$(digest)" = "$expected" ] || commit=${commit%-dirty}-dirty
		echo "$commit $at"
		return
	fi
	echo "unknown 0"
}

list_files() {
	if [ -e .git ]; then
		ask_git ls-files -z --cached --others --exclude-standard
	else
		find_sources
	fi | xargs -0 -r sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh
}

if [ "${1:-}" = --export ]; then
	said=$(print_commit)
	mkdir "$2"
	list_files | tar --null --files-from=- -cf - | tar -xf - -C "$2"
	echo "$said $(cd "$2" && digest)" >"$2/deploy/commit"
else
	print_commit
fi
