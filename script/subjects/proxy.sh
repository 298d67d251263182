#!/usr/bin/env bash
# Prints which share of the schedules of a web proxy ends badly, for each mistake that a student may make. Two equal
# requests come at once. It is the table that the evaluation of the dBug paper (Simsa, Bryant, Gibson 2011) tells in prose.
#
# usage: proxy.sh [-runs SCHEDULES] [-seed SEED] [MISTAKE...]
#
# A strategy makes at most 1000 schedules (-runs) with seed 1 (-seed). A figure is how many of them end badly, of how many.
# "base" is a mistake that the base schedule shows already: then no other schedule is made. Runs that end their process are few: behind 8 of
# them the tool stops. In the last column accesses of plain memory are switch points, too. The first row
# is the proxy without a mistake: the exit status is 1 when one of its schedules ends badly.
#
# A patch of testdata/subjects/students/mistakes has one mistake. The test InSequence has to pass with
# each of them: the paper left out the programs that failed sequential tests.
#
#   DEADLOCKLINT   the tool (built from this checkout)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
subjects=$root/testdata/subjects
usage="usage: proxy.sh [-runs SCHEDULES] [-seed SEED] [MISTAKE...]"
limit=1000 seed=1
while [[ ${1:-} == -* ]]; do
	case $1 in
	-runs) limit=${2:?$usage} ;;
	-seed) seed=${2:?$usage} ;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
	shift 2
done
mistakes=("$@")
if ((${#mistakes[@]} == 0)); then
	for patch in "$subjects"/students/mistakes/*.patch; do
		mistakes+=("$(basename "$patch" .patch)")
	done
fi
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$root" && go build -o "$tool" ./cmd/deadlocklint)

# explored MODULE FLAG... prints a figure.
explored() {
	rm -rf "$temporary/kept"
	"$tool" -C "$1" explore -q -no-input -seed "$seed" -runs "$limit" -keep "$temporary/kept" -run '^TestAtOnce$' "${@:2}" ./students/proxy \
		>"$temporary/out" 2>"$temporary/err" </dev/null || true
	jq -r '([.Endings[] | select(.Crash != "")] | length) as $crashes
		| if .Fails then "base" else "\(.Bad // 0) of \(.Runs)" end' "$temporary"/kept/explored.*/result.*.json | tail -1
}

# row NAME MODULE prints the figures of a module.
row() {
	local strategy line="| $1 |"
	for strategy in icb dpor pos random; do line+=" $(explored "$2" -x strategy="$strategy") |"; done
	echo "$line $(explored "$2" -x strategy=random -memory) |"
}

echo "| mistake | icb | dpor | pos | random | random -memory |"
echo "| --- | --: | --: | --: | --: | --: |"
right=$(row none "$subjects")
echo "$right"
for name in "${mistakes[@]}"; do
	module=$temporary/$name
	cp -r "$subjects" "$module"
	patch -s -p1 -d "$module" <"$subjects/students/mistakes/$name.patch"
	(cd "$module" && go test -count=20 -run '^TestInSequence$' ./students/proxy >/dev/null) || { echo "proxy.sh: $name fails in sequence; change the patch" >&2 && exit 1; }
	row "$name" "$module"
done
! grep -q ' [1-9][0-9]* of\|base' <<<"$right"
