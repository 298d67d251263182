#!/usr/bin/env bash
# Compares how many schedules "deadlocklint explore" visits until a bug shows, by preemptions
# (icb) and by each of the 14 heuristics of -changed.
#
# A regression is a kernel of ../goker that has a patch in ../goker/repaired: the repaired
# kernel is the revision before, and the kernel is the change. A kernel counts when icb needs
# at least FEWEST schedules, and at most RUNS: a bug that any order shows at once measures
# nothing. Nothing is downloaded.
#
# usage: run.sh [KERNEL...]
#
# The last lines are the median of each column, and that of the quotient with icb. "none" is
# a bug that RUNS schedules do not show, and counts as RUNS.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   RUNS           schedules (2000)
#   FEWEST         schedules (5)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../goker" && pwd)
kernels=$(go env GOROOT)/src/runtime/testdata/testgoroutineleakprofile/goker
if [[ ! -d $kernels ]]; then
	echo "run.sh: $(go version) does not have the kernels; run it with Go 1.26 or later" >&2
	exit 1
fi
runs=${RUNS:-2000} fewest=${FEWEST:-5} repaired=
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
source "$here/convert.sh"

heuristics=(CS CA COS COA MS MA MOS MOA LS LA LOS LOA FS FA)

# regress KERNEL makes a repository whose last commit has the repaired kernel.
regress() {
	module=$temporary/$1.module
	mkdir -p "$module"
	printf 'module goker\n\ngo 1.13\n' >"$module/go.mod"
	repaired=true convert "$1"
	git -C "$module" init -q
	git -C "$module" add -A
	git -C "$module" -c user.name=n -c user.email=e commit -q -m repaired
	repaired= convert "$1"
}

# first FLAGS... prints how many schedules were visited until one ended badly.
first() {
	rm -rf "$temporary/kept"
	timeout 300 "$tool" explore -C "$module" -json -runs "$runs" -time 60s -keep "$temporary/kept" "$@" ./... >/dev/null 2>"$temporary/err" </dev/null || true
	jq -r '[.Endings[] | select(.End != 1 or .Failed or .Crash != "")] | if length == 0 then "none" else .[0].Run + 1 end' \
		"$temporary"/kept/explored.*/result.*.json 2>/dev/null || echo none
}

# median prints that of a column of numbers.
median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

echo "| regression | icb |$(printf ' %s |' "${heuristics[@]}") best |"
echo "| --- | --- |$(printf ' --- |%.0s' "${heuristics[@]}") --- |"
while IFS=, read -r name _; do
	(($# == 0)) || [[ " $* " == *" $name "* ]] || continue
	[[ -f $here/repaired/$name.patch ]] || continue
	regress "$name"
	icb=$(first -strategy icb)
	if [[ $icb == none ]] || ((icb < fewest)); then
		continue
	fi
	row="| $name | $icb |" best=$runs
	echo "$icb" >>"$temporary/icb"
	for h in "${heuristics[@]}"; do
		n=$(first -changed HEAD -capp "$h")
		row+=" $n |"
		[[ $n != none ]] || n=$runs
		echo "$n" >>"$temporary/$h"
		awk "BEGIN { print $n / $icb }" >>"$temporary/$h.quotient"
		((n >= best)) || best=$n
	done
	echo "$best" >>"$temporary/best"
	awk "BEGIN { print $best / $icb }" >>"$temporary/best.quotient"
	echo "$row $best |"
done < <(sed 1d "$here/kernels.csv")
[[ -f $temporary/icb ]] || exit 0
echo "| median | $(median <"$temporary/icb") |$(for h in "${heuristics[@]}" best; do printf ' %s |' "$(median <"$temporary/$h")"; done)"
echo "| median of the quotient | 1 |$(for h in "${heuristics[@]}" best; do printf ' %s |' "$(median <"$temporary/$h.quotient")"; done)"
