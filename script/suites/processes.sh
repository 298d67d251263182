#!/usr/bin/env bash
# Explores the tests of the modules of released.txt, and prints two tables in markdown: why runs had a process each, and what each
# suite has cost. The reasons are words of "isolated" in the document of explore -json (doc/design/080-exploration.md). A suite is
# given a time, so that its last tests may not be explored.
#
#   processes.sh [NAME...]   all of them, or some
#
#   DEADLOCKLINT  the tool (built from this checkout)
#   SUITES_DIR    keeps what is downloaded and printed (a new temporary directory)
#   EXPLORE_TIME  the -time of each suite (30s)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${SUITES_DIR:-$(mktemp -d)}
time=${EXPLORE_TIME:-30s}
mkdir -p "$dir/src" "$dir/tool" "$dir/isolated"
dir=$(cd "$dir" && pwd)
export GOWORK=off
tool=${DEADLOCKLINT:-$dir/tool/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here/../.." && go build -o "$tool" ./cmd/deadlocklint)
(cd "$here" && go build -o "$dir/tool/" ./cost)
source "$here/fetch.sh"

names=()
while read -r name module packages; do
	[[ $# == 0 || " $* " == *" $name "* ]] || continue
	fetch "$name" "$module" </dev/null
	out=$dir/isolated/$name
	cd "$dir/src/$name"
	read -ra packages <<<"$packages"
	"$tool" explore -run '^$' "${packages[@]}" >/dev/null 2>&1 </dev/null || true # builds with the instrumented library
	"$dir/tool/cost" "$out.out" bash -c '"$@" 2>"$0"' "$out.err" "$tool" explore -json -v -time="$time" "${packages[@]}" </dev/null >"$out.cost"
	tail -n 1 "$out.out" >"$out.json"
	names+=("$name")
done < <(grep -v '^#' "$here/released.txt")

echo "| reason | suites | tests | runs | CPU s | ms a run |"
echo "|---|---|---|---|---|---|"
for name in "${names[@]}"; do
	jq -r --arg suite "$name" '.stats.isolated[]? | [.reason, $suite, .package + "." + .test, .runs, .cpu] | @tsv' "$dir/isolated/$name.json"
done | awk -F'\t' '
	!seen[$1, $2]++ { suites[$1]++ }
	{ tests[$1]++; runs[$1] += $4; cpu[$1] += $5 }
	END { for (r in runs) printf "| %s | %d | %d | %d | %.1f | %.0f |\n", r, suites[r], tests[r], runs[r], cpu[r], 1000 * cpu[r] / runs[r] }' | sort -t'|' -k5,5nr
echo
echo "| suite | tests explored | with a process for each run | such runs | their CPU s | CPU s of all |"
echo "|---|---|---|---|---|---|"
for name in "${names[@]}"; do
	read -r cpu _ <"$dir/isolated/$name.cost"
	explored=$(grep -c '^explored ' "$dir/isolated/$name.err" || true)
	jq -r --arg name "$name" --arg cpu "$cpu" --arg explored "$explored" '[.stats.isolated[]?] as $list
		| "| \($name) | \($explored) | \($list | map(.package + .test) | unique | length) | \($list | map(.runs) | add // 0) | \($list | map(.cpu) | add // 0 | . * 10 | round / 10) | \($cpu) |"' "$dir/isolated/$name.json"
done
