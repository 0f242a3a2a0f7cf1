#!/bin/bash
# deploy/setup.sh [--list] [--tests] [PACKAGE...]: installs the Debian packages that the farm is built with, with --tests also
# what its tests need, and those named. It is silent when nothing is missing. --list prints the names and installs nothing.
set -eu

packages=(gcc libc6-dev make pkg-config libpq-dev postgresql libjson-c-dev libcunit1-dev nettle-dev liblpsolve55-dev
          libmicrohttpd-dev libzstd-dev zlib1g-dev procps iproute2 openssl)
list=no
for word; do
	case $word in
	--list) list=yes ;;
	--tests) packages+=(python3-numpy python3-psycopg python3-pytest curl jq zstd nodejs clang lld wasi-libc
	                    libclang-rt-14-dev-wasm32 valgrind) ;;
	*) packages+=("$word") ;;
	esac
done
if [ $list = yes ]; then
	echo "${packages[*]}"
	exit
fi

is_installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for package in "${packages[@]}"; do
	is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "missing: ${missing[*]}; there is no apt-get here: install them, or what this system calls them, by hand" >&2
	exit 2
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "missing: run as root: apt-get install --no-install-recommends ${missing[*]}" >&2
		exit 2
	fi
	as_root=(sudo)
fi

echo "installing ${missing[*]}"
install() {
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
}
# The package lists are fetched only when those at hand are not enough.
install >/dev/null 2>&1 || { "${as_root[@]}" apt-get update -qq && install >/dev/null; }
