#!/usr/bin/env bash
# Explores the test suites of known modules, and prints a row of a markdown table for each:
# tests, those whose runs repeat exactly, schedules, and what was found. The findings and
# the tests that do not repeat are listed below the table, to be read.
#
# usage: suites.sh [NAME...]     the modules of modules.txt whose path contains a name
#
# Each suite is explored twice with one seed. A test repeats exactly when both have the same
# number of runs, the same endings in the same runs, and the same sum over the traces of all
# runs: each step of each run (goroutine, operation, object) counts. The limit of
# time cuts off the slow ones, which are compared as far as both went.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   SUITES_DIR     keeps what is downloaded and printed (temporary)
#   RUNS           schedules of a test (200)
#   TIME           of a suite, at most (60s)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
temporary=$(mktemp -d)
trap 'chmod -R u+w "$temporary" && rm -rf "$temporary"' EXIT
dir=${SUITES_DIR:-$temporary}
mkdir -p "$dir/src" "$dir/out"
dir=$(cd "$dir" && pwd)
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
export GOWORK=off GOFLAGS=-mod=mod

wanted() {
	(($# == 1)) && return
	local name
	for name in "${@:2}"; do [[ $1 == *"$name"* ]] && return; done
	return 1
}

# source_of MODULE prints a writable copy of it.
source_of() {
	local to=$dir/src/${1//\//_}
	if [[ ! -d $to ]]; then
		cp -r "$(go mod download -json "$1" | jq -r .Dir)" "$to"
		chmod -R u+w "$to"
		[[ -f $to/go.mod ]] || (cd "$to" && go mod init "${1%@*}" && go mod tidy) >/dev/null 2>&1
	fi
	echo "$to"
}

# explore NAME N PACKAGES... in the current directory
explore() {
	local keep=$dir/out/$1.$2
	rm -rf "$keep"
	"$tool" explore -json -runs "${RUNS:-200}" -time "${TIME:-60s}" -seed 1 -x strategy=random -keep "$keep" "${@:3}" 2>"$keep.err" </dev/null | tail -n 1 >"$keep.json" || true
}

# results NAME N prints what came of the tests in an exploration, a JSON value each.
results() { cat "$dir/out/$1.$2"/explored.*/result.*.json 2>/dev/null || true; }

# compare NAME prints for each test: its name, and whether both explorations were the "same",
# were "cut" by the limit of time behind the same runs, or "differ".
compare() {
	jq -rn --slurpfile first <(results "$1" 1) --slurpfile second <(results "$1" 2) '
		def name: "\(.Package) \(.Test)";
		def endings($most): [.Endings[]? | select(.Run < $most) | [.Run, .End, .Failed, .Steps]];
		($second | map({(name): .}) | add // {}) as $others
		| $first[] | . as $one | ($others[name] // {Runs: -1}) as $other
		| ([$one.Runs, $other.Runs] | min) as $most
		| [name, if $one.Runs > 0 and $other.Runs == 0 or $one.Runs == 0 and $other.Runs > 0 then "cut"
			elif ($one | endings($most)) != ($other | endings($most)) or $other.Runs < 0 then "differ"
			elif $one.Runs != $other.Runs then "cut"
			elif $one.Traces == $other.Traces then "same" else "differ" end] | @tsv' | sort
}

echo "| module | tests | repeat exactly | as far as the time went | differ | a process per run | schedules | findings | notes | fail under the base schedule |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
while read -r module packages; do
	wanted "$module" "$@" || continue
	name=${module//\//_}
	cd "$(source_of "$module")"
	# shellcheck disable=SC2086 # a list of packages
	explore "$name" 1 $packages
	# shellcheck disable=SC2086
	explore "$name" 2 $packages
	compare "$name" >"$dir/out/$name.compared"
	all=$(results "$name" 1)
	alike() { grep -c "$1\$" "$dir/out/$name.compared" || true; }
	number() { jq -s "$1" <<<"$all"; }
	echo "| $module | $(wc -l <"$dir/out/$name.compared") | $(alike same) | $(alike cut) | $(alike differ) | $(number '[.[] | select(.Repeats | not)] | length') | $(number '[.[].Runs] | add // 0') | $(jq '[.findings[]? | select(.note | not)] | length' "$dir/out/$name.1.json" 2>/dev/null || echo "–") | $(jq '[.findings[]? | select(.note)] | length' "$dir/out/$name.1.json" 2>/dev/null || echo "–") | $(number '[.[] | select(.Fails)] | length') |"
done <"$here/modules.txt"
echo
for f in "$dir"/out/*.1.json; do
	jq -r --arg of "$(basename "$f" .1.json)" '.findings[]? | "- \($of): \(if .note then "note" else .status end) \(.check) \(.id): \(.message) (\(.tests | join(" ")))"' "$f" 2>/dev/null || true
done
for f in "$dir"/out/*.compared; do
	sed -n "s|^\(.*\)\tdiffer\$|- does not repeat: \1|p" "$f"
done
