#!/usr/bin/env bash
# Explores ten small bodies (bench/workload/explored) many times, and prints two tables.
#
# The first one compares traces: each body runs under the same seed in different
# environments, and in four processes. A trace is every step of a run (goroutine, operation,
# object); two columns are alike when the sums over all runs are. The second one has, for
# each release of Go, the runs with a collection for each megabyte that is allocated, and how
# many of them ended otherwise than well: a throw of the runtime would be there.
#
# usage: stress.sh [-traces N] [-runs N] [RELEASE...]
#
#   -traces N   runs of a body in each environment (20000)
#   -runs N     runs of all bodies on all releases (10000000)
#   RELEASE     as GOTOOLCHAIN has it (go1.24.10 go1.25.4 go1.26.8 go1.27.4)
#
#   DEADLOCKLINT   the tool (built from this checkout)
#
# The exit status is 1 when a trace differs or a run ended badly.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
traces=20000 runs=10000000
while [[ ${1:-} == -* ]]; do
	case $1 in
	-traces) traces=$2 ;;
	-runs) runs=$2 ;;
	*) echo "usage: stress.sh [-traces N] [-runs N] [RELEASE...]" >&2 && exit 2 ;;
	esac
	shift 2
done
releases=("$@")
((${#releases[@]})) || releases=(go1.24.10 go1.25.4 go1.26.8 go1.27.4)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
tool=$(realpath "$(command -v "$tool")")
mkdir "$temporary/m"
cp "$here/../../bench/workload/explored/bodies_test.go" "$temporary/m"
printf 'module explored\n\ngo 1.24\n' >"$temporary/m/go.mod"
cd "$temporary/m"
export GOWORK=off GOFLAGS=
failed=

# explore RUNS FLAGS... explores all bodies, and keeps a line for each in $temporary/results:
# test, runs, steps, sum of the traces, runs with an ending of their own kind besides done.
explore() {
	rm -rf "$temporary/keep"
	"$tool" explore -q -x strategy=random -seed 1 -runs "$@" -keep "$temporary/keep" . >"$temporary/out" 2>&1 </dev/null || cat "$temporary/out" >&2
	jq -r '[.Test, .Runs, .Steps, .Traces, ([.Endings[]? | select(.End != 1 or .Failed)] | length) + .Left] | @tsv' "$temporary"/keep/explored.*/result.*.json | sort >"$temporary/results"
}

# sums prints the test, the runs and the sum of the traces of each line.
sums() { while IFS=$'\t' read -r test made _ sum _; do printf '%s\t%d\t%u\n' "$test" "$made" "$(($(unsigned "$sum")))"; done; }

# unsigned prints a number below 2^64 as one that shell arithmetic takes.
unsigned() { printf '0x%x' "$1"; }

# all prints the sums of the lines of several processes, of which the traces wrap at 2^64.
all() {
	local -A of count
	while IFS=$'\t' read -r test made sum; do
		of[$test]=$((${of[$test]:-0} + $(unsigned "$sum"))) count[$test]=$((${count[$test]:-0} + made))
	done
	for test in "${!of[@]}"; do printf '%s\t%d\t%u\n' "$test" "${count[$test]}" "${of[$test]}"; done | sort
}

if ((traces > 0)); then
	environments=("GOGC=100" "GOGC=5" "GOGC=off" "GOMAXPROCS=1" "GOMAXPROCS=3" "GOMAXPROCS=16")
	for i in "${!environments[@]}"; do
		export "${environments[$i]?}"
		explore "$traces"
		sums <"$temporary/results" >"$temporary/traces.$i"
		unset "${environments[$i]%%=*}"
	done
	for k in 1 2 3 4; do
		explore "$traces" -shard "$k/4" -results "$temporary/shard"
		sums <"$temporary/results"
	done | all >"$temporary/traces.${#environments[@]}"
	environments+=("4 processes")
	echo "| body | runs | ${environments[*]// /_} |" | sed 's/ \([G4]\)/ | \1/g; s/_/ /g; s/| |/|/g'
	echo "| --- | ---: |$(printf ' --- |%.0s' "${environments[@]}")"
	while IFS=$'\t' read -r test made sum; do
		row="| $test | $made |"
		for i in "${!environments[@]}"; do
			if grep -qF "$test"$'\t'"$made"$'\t'"$sum" "$temporary/traces.$i"; then row+=" same |"; else row+=" **differs** |" failed=1; fi
		done
		echo "$row"
	done <"$temporary/traces.0"
	echo
fi

if ((runs > 0)); then
	echo "| release | runs | steps | bodies | ended otherwise than well | seconds |"
	echo "| --- | ---: | ---: | ---: | ---: | ---: |"
	bodies=$(grep -c '^func Test' bodies_test.go)
	export GOGC=25 GOMAXPROCS=4 # a heap of 4 MiB times a quarter is a collection for each MiB
	for release in "${releases[@]}"; do
		export GOTOOLCHAIN=$release
		began=$SECONDS
		each=$((runs / ${#releases[@]} / bodies))
		explore "$each"
		row=$(awk -F'\t' '{ runs += $2; steps += $3; bad += $5; n++ } END { printf "%d | %.0f | %d | %d", runs, steps, n, bad }' "$temporary/results")
		echo "| $release | $row | $((SECONDS - began)) |"
		[[ $row == "$((each * bodies)) |"*"| $bodies | 0" ]] || failed=1
	done
fi
[[ -z $failed ]]
