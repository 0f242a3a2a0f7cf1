#!/bin/sh
# tests/npm.sh: installs what the tests of pages use of npm (package-lock.json: axe-core) into build/npm. It runs no script of a package.
# Where there is no npm it says so and does nothing.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null; then
	echo "no npm here: axe-core is not installed" >&2
	exit 0
fi
mkdir -p build/npm
if [ -e build/npm/node_modules ] && cmp -s tests/pages/package-lock.json build/npm/package-lock.json; then
	exit 0
fi
cp tests/pages/package.json tests/pages/package-lock.json build/npm
npm ci --prefix build/npm --ignore-scripts --no-audit --no-fund --loglevel=error >&2
