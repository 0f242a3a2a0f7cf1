#!/bin/bash
# packages: proves that make install and the Debian packages put the same files, that make uninstall takes them away and nothing
# else, that maintainer scripts drain a service before its files are replaced, and that the commit in --version is true.
#
# The packages are built where debhelper and lintian are.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh

scratch=$(mktemp -d)
root=$scratch/root
san=$(grep -q '/san$' <<<"$B" && echo 1 || true)

# made TARGET FOLDER: make install, uninstall or place below the folder.
made() { env -u MAKEFLAGS -u MAKELEVEL make -s "$1" SAN="$san" DESTDIR="$2" PREFIX=/usr; }
made place "$scratch/stage"

# put and take: what make install and make uninstall do below $root.
list=/usr/share/aresfarm/installed
put() { deploy/put.sh put "$scratch/stage" "$root" $list; }
take() { deploy/put.sh take "$root" $list; }
files_of() { (cd "$1" && find . '(' -type f -o -type l ')' -printf '/%P\n' | LC_ALL=C sort); }

test_install_and_uninstall() {
	made install "$root"
	[ "$(files_of "$root" | wc -l)" -gt 90 ]
	contains -x '/etc/aresfarm/aresd.env' <<<"$(files_of "$root")"
	same "what the list has" "$(sed -n 's/^file [0-9a-f]* //p' "$root/usr/share/aresfarm/installed" | LC_ALL=C sort)" \
		"$(files_of "$root" | grep -v '/installed$')"
	same "modes" "$(find "$root" -type f -printf '%m %P\n' | awk '$1 != ($2 ~ /^usr\/bin\// ? 755 : 644)')" ""
	made uninstall "$root"
	same "what is left" "$(find "$root" -mindepth 1)" ""
}

# What was there before stays, and what was changed since; settings are never overwritten.
test_only_ours() {
	local kept
	rm -rf "$root"
	mkdir -p "$root"/usr/{bin,share/man/man1,share/doc/aresfarm,empty}
	echo theirs >"$root/usr/share/man/man1/other.1"
	echo theirs >"$root/usr/share/doc/aresfarm/notes"
	put
	echo "# mine" >>"$root/etc/aresfarm/aresd.env"
	same "install again" "$(put 2>&1 | grep -v '^installed [0-9]* files; ')" \
		"kept $root/etc/aresfarm/aresd.env: it was changed after it was installed"
	[ "$(tail -1 "$root/etc/aresfarm/aresd.env")" = "# mine" ]
	echo mine >"$root/usr/bin/aresweb"
	kept=$(take 2>&1 | LC_ALL=C sort)
	same "what it says" "$kept" "kept $root/etc/aresfarm/aresd.env: it was changed after it was installed
kept $root/usr/bin/aresweb: it was changed after it was installed"
	same "what is left" "$(files_of "$root")" "/etc/aresfarm/aresd.env
/usr/bin/aresweb
/usr/share/doc/aresfarm/notes
/usr/share/man/man1/other.1"
	[ -d "$root/usr/empty" ]
	refused "nothing to take away: $root$list is not there" take
}

# What an older version has put goes with the next one. A list that nobody can read is refused, and stays.
test_older_files() {
	rm -rf "$root"
	put
	echo old >"$root/usr/bin/ares"
	echo "file $(sha256sum <"$root/usr/bin/ares" | cut -c-64) /usr/bin/ares" >>"$root$list"
	put
	[ ! -e "$root/usr/bin/ares" ]
	echo "link x" >>"$root$list"
	refused "installed: a line begins with neither file nor folder: link" take
	[ -e "$root/usr/bin/aresd" ]
}

# ── the packages ──

packages='aresfarm aresfarm-web aresfarm-daide aresfarm-doc libares1 libares-dev python3-ares'

# contents: the files of all packages, as make install has them: without what Debian adds, and man pages as they are.
contents() {
	local package
	for package in $packages; do
		dpkg-deb --fsys-tarfile "$B/deb/${package}"_*.deb | tar -tf - | grep -v '/$'
	done | sed 's|^\.||; s|^/lib/systemd|/usr/lib/systemd|; s|^/usr/lib/[a-z0-9_]*-linux-gnu[a-z0-9]*/|/usr/lib/|; s|^\(/usr/share/man/.*\)\.gz$|\1|' |
		grep -vE '^/usr/share/(lintian/.*|doc/[a-z0-9-]*/(copyright|changelog\.gz))$' | LC_ALL=C sort
}

# stub NAME TEXT: a command of that name for a maintainer script. It writes down how it was called.
stub() {
	printf '#!/bin/sh\necho "%s $*" >>"%s/called"\n%s\n' "$1" "$scratch" "$2" >"$scratch/bin/$1"
	chmod +x "$scratch/bin/$1"
}

# script NAME WORD...: runs a maintainer script of aresfarm in a /run of its own, which stays; then prints what it has called.
script() {
	: >"$scratch/called"
	unshare -m bash -c 'mount --make-rprivate / && mount --bind "$1/run" /run && PATH=$1/bin:$PATH && shift && exec "$@"' - \
		"$scratch" "$scratch/control/$1" "${@:2}"
	grep -vE '^(deb-systemd-helper|systemd-sysusers)|daemon-reload' "$scratch/called" | paste -sd, || true
}

scripts_drain() {
	local name
	[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || return 0
	mkdir -p "$scratch"/{bin,run/systemd/system}
	dpkg-deb -e "$B/deb/aresfarm"_*.deb "$scratch/control"
	for name in deb-systemd-helper deb-systemd-invoke systemd-sysusers userdel; do stub $name ''; done
	stub systemctl '[ "$1" != is-active ] || echo active'
	same "before an upgrade" "$(script prerm upgrade 2)" "systemctl is-active aresd.service,deb-systemd-invoke stop aresd.service"
	same "after it" "$(script postinst configure 1)" "systemctl start aresd.service"
	same "after it, again" "$(script postinst configure 1)" ""
	same "removal" "$(script prerm remove)" "systemctl is-active aresd.service,deb-systemd-invoke stop aresd.service"
	stub systemctl 'echo inactive; exit 3'
	same "where it does not run" "$(script prerm upgrade 2),$(script postinst configure 1)" "systemctl is-active aresd.service,"
	stub getent 'echo "aresfarm:x:995:995:Diplomacy simulation farm:/:/usr/sbin/nologin"'
	same "removed" "$(script postrm remove)" ""
	same "purged" "$(script postrm purge)" "getent passwd aresfarm,userdel aresfarm"
	stub getent 'echo "aresfarm:x:1000:1000:Ada:/home/ada:/bin/bash"'
	same "purged, with somebody else's user" "$(script postrm purge)" "getent passwd aresfarm"
}

# long
test_packages() {
	[ -z "$san$(grep -o coverage <<<"$B" || true)" ] || skip "packages are not built with the sanitizers or counters"
	command -v dh >/dev/null && command -v lintian >/dev/null || skip "debhelper or lintian is not here"
	env -u MAKEFLAGS -u MAKELEVEL make -s deb >"$scratch/said" 2>&1 || { tail -40 "$scratch/said"; return 1; }
	same "files" "$(contents)" "$(files_of "$scratch/stage")"
	dpkg-deb --fsys-tarfile "$B/deb/aresfarm"_*.deb | tar -xOf - ./usr/share/doc/aresfarm/copyright >"$scratch/copyright"
	same "the licence" "$(sed -n '/^License: PostgreSQL$/,/^$/p' "$scratch/copyright" | sed '1d;$d; s/^ //; s/^\.$//')" "$(tail -n +5 LICENSE)"
	same "settings" "$(dpkg-deb -I "$B/deb/aresfarm"_*.deb conffiles)" /etc/aresfarm/aresd.env
	scripts_drain
}

# ── the commit ──

git_here() { git -C "$scratch/tree" -c user.name=x -c user.email=x@example.org "$@" >/dev/null 2>&1; }
commit_of() { (cd "$1" && deploy/commit.sh | cut -d' ' -f1); }

test_commit() {
	local commit tree=$scratch/tree copy=$scratch/copy
	command -v git >/dev/null || skip "git is not here"
	mkdir -p "$tree/deploy" "$tree/lib"
	cp deploy/commit.sh "$tree/deploy"
	cp .gitignore "$tree"
	echo one >"$tree/lib/one.c"
	same "without git" "$(commit_of "$tree")" unknown
	git_here init
	same "without a commit" "$(commit_of "$tree")" unknown
	git_here add -A && git_here commit -m one
	commit=$(git -C "$tree" rev-parse --short=12 HEAD)
	same "of a clean tree" "$(commit_of "$tree")" "$commit"
	mkdir "$tree/thesis-1-games" "$tree/lib/__pycache__"
	touch "$tree/thesis-1.html" "$tree/thesis-1-games/1.html" "$tree/thesis-1-7.html"
	touch "$tree/lib/__pycache__/one.pyc"
	same "of a tree with reports, replays and what Python keeps" "$(commit_of "$tree")" "$commit"
	"$tree/deploy/commit.sh" --export "$copy"
	same "of an export" "$(cd "$copy" && deploy/commit.sh)" "$commit $(git -C "$tree" log -1 --format=%ct)"
	mkdir "$copy/lib/__pycache__" && touch "$copy/lib/__pycache__/one.pyc"
	same "of an export with what Python keeps" "$(commit_of "$copy")" "$commit"
	echo two >>"$copy/lib/one.c"
	same "of an export that was edited" "$(commit_of "$copy")" "$commit-dirty"
	echo one >"$copy/lib/one.c"
	echo two >"$copy/lib/two.c"
	same "of an export with one file more" "$(commit_of "$copy")" "$commit-dirty"
	rm "$copy/lib/two.c"
	same "of an export as it was" "$(commit_of "$copy")" "$commit"
	echo two >"$tree/lib/two.c"
	same "of a tree with one file more" "$(commit_of "$tree")" "$commit-dirty"
	rm "$tree/lib/two.c"
	echo two >>"$tree/lib/one.c"
	same "of a tree that was edited" "$(commit_of "$tree")" "$commit-dirty"
	mkdir "$tree/inner"
	cp -r "$tree/deploy" "$tree/inner"
	same "of a tree in somebody else's" "$(commit_of "$tree/inner")" unknown
}

# The file with the commit is written anew when the commit is another, and only then.
test_made_when_it_changes() {
	local tree=$scratch/made before
	mkdir "$tree"
	cp -r Makefile deploy schema sql "$tree"
	cp --parents lib/*/*.def "$tree"
	(cd "$tree" && git init -q && git add -A && git -c user.name=x -c user.email=x@example.org commit -qm one) || skip "git is not here"
	commits() { (cd "$tree" && env -u MAKEFLAGS -u MAKELEVEL make -s B=built built/commit.c && cat built/commit.c); }
	echo /built >"$tree/.git/info/exclude"
	before=$(commits)
	touch -d '2001-01-01' "$tree/built/commit.c"
	same "again" "$(commits)" "$before"
	same "when it was written" "$(date -r "$tree/built/commit.c" +%Y)" 2001
	echo x >"$tree/lib/x.c"
	contains 'dirty"' <<<"$(commits)"
}

run_tests
