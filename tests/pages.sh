# pages: what the tests of pages share. Sourced after suite.sh. tests/pages/browser.py drives the browser.
#
# They need chromium, chromium-driver and python3-selenium. Where one is missing, they are skipped, and say so. .ci/run
# installs them, and axe-core by npm (tests/npm.sh); without it, what axe would find is skipped.

browser_python=''
find_browser() {
	local python
	command -v chromium >/dev/null && command -v chromedriver >/dev/null || return 0
	for python in python3 /usr/bin/python3; do
		if "$python" -c 'import selenium.webdriver' 2>/dev/null; then
			browser_python=$python
			return 0
		fi
	done
}
find_browser

# look FILE TEST [VALUE...]: runs a test of tests/pages/FILE.py.
look() {
	local file=$1
	shift
	[ -n "$browser_python" ] || skip "it takes the packages chromium, chromium-driver and python3-selenium"
	"$browser_python" -B "tests/pages/$file.py" "$@"
}

# axe_or_skip: ends the test where axe-core is not at hand.
axe_or_skip() {
	[ -e build/npm/node_modules/axe-core/axe.min.js ] || skip "it takes axe-core: npm, and tests/npm.sh"
}
