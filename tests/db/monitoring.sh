#!/bin/bash
# monitoring: proves that deploy/grafana.json and deploy/alerts.yml name only what aresctl metrics prints, and that all of it is
# shown; and, where promtool is there, that the rules say what alerts_test.yml expects.
. tests/suite.sh

ctl init >/dev/null
ctl tournament create shown-$$ --games 3 --seats random,random --rounds 3 --seed "$SEED" 2>/dev/null
ctl metrics >/dev/null
printed=$(ctl metrics | sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' | sort)

# named TEXT: the metrics that it names.
named() { grep -oE 'aresfarm_[a-z_]+' | sort -u; }

# queries: the expressions of the dashboard; the descriptions are no queries.
queries() { jq -r '.. | objects | (.expr? // empty), (.definition? // empty)' deploy/grafana.json; }
exprs() { sed -n '/^ *expr:/p' deploy/alerts.yml; }

test_names() {
	command -v jq >/dev/null || skip "there is no jq"
	[ "$(queries | wc -l)" -ge 20 ]
	[ "$(exprs | wc -l)" -ge 10 ]
	same "metrics that only the dashboard has" "$(comm -23 <(queries | named) <(echo "$printed"))" ""
	same "metrics that only the rules have" "$(comm -23 <(exprs | named) <(echo "$printed"))" ""
	same "metrics that nobody sees" "$(comm -13 <(queries | named) <(echo "$printed"))" ""
}

# Each label that a query asks for is one of that metric, and each state one that there is.
test_labels() {
	local told state
	told=$(ctl metrics)
	for state in alive lost gone; do grep -q "^aresfarm_workers{state=\"$state\"} " <<<"$told"; done
	for state in pending claimed waiting finished quarantined cancelled; do
		grep -q "^aresfarm_games{state=\"$state\",tournament=\"shown-$$\"} " <<<"$told"
	done
	same "states that are none" "$({ queries; exprs; } | grep -oE 'state(=|!=|=~)"[^"]*"' | sed 's/.*"\(.*\)"/\1/' | tr '|' '\n' | sort -u |
		grep -vxE 'alive|lost|gone|pending|claimed|waiting|finished|quarantined|cancelled' || true)" ""
}

# What Grafana needs to import it: panels with numbers of their own, on a grid, with a source that the reader chooses.
test_dashboard() {
	command -v jq >/dev/null || skip "there is no jq"
	same "flaws" "$(jq -r '
		(.panels | map(.id) | if length != (unique | length) then "two panels have one id" else empty end),
		(.panels[] | select(.gridPos.x + .gridPos.w > 24) | "too wide: " + .title),
		(.panels[] | select(.type != "row" and ((.targets | length) == 0 or (.description | length) == 0)) | "empty: " + .title),
		(.panels[] | select(.type != "row" and .datasource.uid != "${datasource}") | "source: " + .title),
		(if .schemaVersion < 36 or .uid != "aresfarm" or .id != null then "head" else empty end)' deploy/grafana.json)" ""
	same "panels that lie on others" "$(jq -r '[.panels[] | .gridPos as $g | range($g.y; $g.y + $g.h) as $y | range($g.x; $g.x + $g.w) as $x |
		"\($x),\($y)"] | group_by(.) | map(select(length > 1)) | length' deploy/grafana.json)" 0
}

# The rules are YAML that says what it should; promtool reads more of them.
test_rules() {
	local names
	names=$(sed -n 's/^ *- alert: //p' deploy/alerts.yml)
	same "rules that are there twice" "$(sort <<<"$names" | uniq -d)" ""
	same "rules that are not tried" "$(comm -23 <(sort <<<"$names") <(sed -n 's/^ *alertname: //p' tests/db/alerts_test.yml | sort -u))" ""
	if python3 -c 'import yaml' 2>/dev/null; then
		python3 -c 'import sys, yaml
for path in sys.argv[1:]: yaml.safe_load(open(path))' deploy/alerts.yml tests/db/alerts_test.yml
	fi
}

test_rules_by_promtool() {
	command -v promtool >/dev/null || skip "there is no promtool (Debian: prometheus)"
	local folder
	folder=$(mktemp -d)
	promtool check rules deploy/alerts.yml
	sed "s|ALERTS|$PWD/deploy/alerts.yml|" tests/db/alerts_test.yml >"$folder/test.yml"
	promtool test rules "$folder/test.yml"
	sed 's|state="lost"|state="gone"|' deploy/alerts.yml >"$folder/alerts.yml"
	sed "s|ALERTS|$folder/alerts.yml|" tests/db/alerts_test.yml >"$folder/test.yml"
	! promtool test rules "$folder/test.yml" >/dev/null 2>&1 || same "rules about workers that are gone" "accepted" "refused"
}

run_tests
