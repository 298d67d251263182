#!/usr/bin/env bash
# Prints table 1 of the Cooperari paper (Marques, Martins, Simões 2014) for the subjects in
# Go: the schedules until the bug, for each number of goroutines and each strategy.
#
# usage: cooperari.sh [-runs SCHEDULES] [-seed SEED] [-strategies "STRATEGY..."] [SUBJECT...]
#
# A strategy makes at most 1000 schedules (-runs) with seed 1 (-seed), as in the paper. The
# goroutines are 2, 4, 8, 16 and 32: "none" is a bug that no schedule showed. Three of the 60
# cells cannot show a bug (*): one passenger gate of piper, one permit of semaphore, and
# the one client of alarmclock.
#
# The function Sized of each subject has its structure for a number of goroutines. One test
# binary has all of them, as in run.sh.
#
#   DEADLOCKLINT   the tool (built from this checkout)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
subjects=$root/testdata/subjects
sizes="2 4 8 16 32"
usage="usage: cooperari.sh [-runs SCHEDULES] [-seed SEED] [-strategies \"STRATEGY...\"] [SUBJECT...]"
limit=1000 seed=1 strategies="history random auto"
while [[ ${1:-} == -* ]]; do
	case $1 in
	-runs) limit=$2 && shift ;;
	-seed) seed=$2 && shift ;;
	-strategies) strategies=$2 && shift ;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
	shift
done
names=("$@")
if ((${#names[@]} == 0)); then
	names=(alarmclock bank clean lang linkedlist mergesort philosophers piper reorder semaphore twostage wronglock)
fi

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$root" && go build -o "$tool" ./cmd/deadlocklint)

# flags SUBJECT prints the flags that its doc comment asks for.
flags() { sed -n 's|^// flags: ||p' "$subjects/$1/$1.go"; }

# impossible SUBJECT SIZE says whether no schedule can show the bug.
impossible() { [[ $2 == 2 && " alarmclock piper semaphore " == *" $1 "* ]]; }

# join_tests makes the module one package, all, with a test for each cell.
join_tests() {
	local module=$temporary/module name size
	cp -r "$subjects" "$module"
	mkdir "$module/all"
	{
		printf 'package all\n\nimport (\n\t"testing"\n\n'
		for name in "${names[@]}"; do printf '\t"subjects/%s"\n' "$name"; done
		printf ')\n'
		for name in "${names[@]}"; do
			mv "$module/$name/sized_test.go" "$module/$name/sized_check.go"
			for size in $sizes; do
				printf '\nfunc Test_%s_%s(t *testing.T) { %s.Sized(t, %s) }\n' "$name" "$size" "$name" "$size"
			done
		done
	} >"$module/all/all_test.go"
}

# explore STRATEGY writes the schedule of the first bad run of each cell, and 0 for that of
# the base schedule.
explore() {
	local name asked tests
	for asked in "" -memory; do
		tests=
		for name in "${names[@]}"; do
			[[ $(flags "$name") != "$asked" ]] || tests+="|$name"
		done
		[[ -n $tests ]] || continue
		# shellcheck disable=SC2086 # flags are a list
		"$tool" explore -C "$temporary/module" -q -vet=off -ldflags=-w -no-input -seed "$seed" -runs "$limit" -x strategy="$1" $asked \
			-keep "$temporary/kept/$1$asked" -run "^Test_(${tests#|})_" ./all >"$temporary/out" 2>"$temporary/err" </dev/null || true
	done
	jq -r '"\(.Test | ltrimstr("Test_")) \([.Endings[] | select(.End != 1 or .Failed or .Crash != "")]
		| if length == 0 then "none" else .[0].Run + 1 end)"' "$temporary/kept/$1"*/explored.*/result.*.json >"$temporary/figures.$1"
	rm -rf "$temporary/kept"
}

# cell STRATEGY SUBJECT SIZE prints a figure.
cell() { awk -v name="$2_$3" '$1 == name { print $2; found = 1 } END { if (!found) print "?" }' "$temporary/figures.$1"; }

join_tests
for strategy in $strategies; do explore "$strategy"; done

echo "| subject |$(for s in $strategies; do for n in $sizes; do printf ' %s %s |' "$s" "$n"; done; done)"
echo "| --- |$(for s in $strategies; do for n in $sizes; do printf ' --: |'; done; done)"
possible=0
declare -A found
for name in "${names[@]}"; do
	row="| $name |"
	for strategy in $strategies; do
		for size in $sizes; do
			figure=$(cell "$strategy" "$name" "$size")
			! impossible "$name" "$size" || figure+="*"
			row+=" $figure |"
			[[ ! $figure =~ ^[0-9]+$ ]] || found[$strategy]=$((${found[$strategy]:-0} + 1))
		done
	done
	echo "$row"
	for size in $sizes; do impossible "$name" "$size" || possible=$((possible + 1)); done
done
echo
for strategy in $strategies; do echo "$strategy finds ${found[$strategy]:-0} of $possible, with seed $seed and at most $limit schedules"; done
