#!/bin/bash
# deploy/dist.sh FOLDER: writes the sources as they are to FOLDER/aresfarm-VERSION-COMMIT.tar.gz, for machines without git. Of one
# commit it is the same, byte for byte.
set -eu
cd "$(dirname "$0")/.."
read -r commit at < <(deploy/commit.sh)
name=aresfarm-$(sed -n 's/^#define ARESFARM_VERSION "\(.*\)"$/\1/p' daemon/base/version.h)-$commit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
deploy/commit.sh --export "$scratch/$name"
mkdir -p "$1"
tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$at" --mode=u+rw,go+rX,go-w -cf - "$name" |
	gzip -9n >"$1/$name.tar.gz"
echo "$1/$name.tar.gz"
