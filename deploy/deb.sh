#!/bin/bash
# deploy/deb.sh: makes Debian packages of what is built in $B, in $B/deb: aresfarm, aresfarm-web, aresfarm-daide, aresfarm-doc,
# libares1, libares-dev, python3-ares, and the symbols for debuggers. lintian looks at them: a warning is an error. Of one
# commit the packages are the same, byte for byte.
#
# Their version has the time of the commit, so that a later one counts as newer. VERSION=1.2 gives another.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC

# A row for each service: its package, its name, its user. A program with a unit of its own has its row here, its paragraph in
# debian/control, and its files in debian/PACKAGE.install.
services='aresfarm aresd aresfarm
aresfarm-web aresweb aresweb
aresfarm-daide aresdaide aresdaide'

# about USER: how systemd-sysusers describes a user.
about() { sed -n 's/^u .*"\(.*\)"$/\1/p' "$sources/deploy/$1.sysusers"; }

sources=$PWD
read -r commit at < <(deploy/commit.sh)
number=$(sed -n 's/^#define ARESFARM_VERSION "\(.*\)"$/\1/p' daemon/base/version.h)
version=${VERSION:-$number+$(date -d "@$at" +%Y%m%d%H%M%S).${commit/-/.}}

rm -rf "$B/deb"
mkdir -p "$B/deb/tree"
cp -r deploy/debian "$B/deb/tree/debian"
cd "$B/deb/tree"
cat >debian/changelog <<END
aresfarm ($version) unstable; urgency=medium

  * Built of commit $commit. The package aresfarm-doc has NEWS.md.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date -R -d "@$at")
END
sed 's/^$/./; s/^/ /' "$sources/LICENSE" | sed '1,4d' >debian/license
sed -i -e '/^#LICENSE#$/{r debian/license' -e 'd}' debian/copyright
while read -r package service user; do
	for script in postinst prerm postrm; do
		sed "s/#SERVICE#/$service/g; s/#USER#/$user/g; s/#ABOUT#/$(about "$user")/g" debian/service.$script >debian/"$package".$script
	done
	cp debian/service.overrides debian/"$package".lintian-overrides
done <<<"$services"
rm debian/service.*

env -u MAKEFLAGS -u MAKELEVEL -u DESTDIR -u PREFIX SOURCES="$sources" B="$B" \
	dpkg-buildpackage --build=binary --unsigned-changes --unsigned-buildinfo --no-check-builddeps >../log 2>&1 ||
	{ cat ../log; exit 1; }
cd ..
rm -r tree
lintian --allow-root --fail-on error,warning --info ./*.changes
ls -1 ./*.deb | sed "s|^\.|$B/deb|"
