#!/usr/bin/env bash
# Measures how soon each strategy shows the bug of each subject, with several seeds, and
# writes fuzzer/explore/testdata/schedules.txt. The test AutoShares chooses the shares of
# auto from that file, and this script prints its table.
#
# usage: shares.sh [SEED...]
#
# The seeds are 1 and 2 when none is given. The subjects philosophers and semaphore are
# measured with 2 to 32 goroutines, too, with seed 1: these are hard. The searches icb, dfs, bfs, delay, hapset and causal are
# measured with the first seed only, since they draw nothing. A strategy makes at most 1000
# schedules, and causal has 40 s for each subject: its models of long tests are slow. A line of the file has the subject, its family, the strategy, the seed and the
# schedule that showed the bug, from 1; 0 is the base schedule, and "none" is none.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the figures stay (temporary); what is there already is
#                  not measured again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
work=${KEEP:-$temporary}
seeds=("$@")
((${#seeds[@]} > 0)) || seeds=(1 2)
drawn="random pct pos history"
if [[ -z ${DEADLOCKLINT:-} ]]; then
	export DEADLOCKLINT=$temporary/deadlocklint
	(cd "$root" && go build -o "$DEADLOCKLINT" ./cmd/deadlocklint)
fi

family() { sed -n 's|^// family: ||p' "$root/testdata/subjects/$1/$1.go"; }

columns="$drawn icb dfs bfs delay hapset"
for seed in "${seeds[@]}"; do
	mkdir -p "$work/$seed"
	KEEP=$work/$seed "$here/run.sh" -runs 1000 -seed "$seed" -columns "$columns" >"$temporary/table" 2>/dev/null
	for column in $columns; do
		while read -r name figure; do
			[[ $figure == none ]] || ((figure <= 1000)) || figure=none # measured with more schedules before
			echo "$name $(family "$name") $column $seed $figure"
		done <"$work/$seed/$column"
	done
	if [[ $seed == "${seeds[0]}" ]]; then
		KEEP=$work/$seed "$here/run.sh" -runs 1000 -time 40s -seed "$seed" -columns causal >"$temporary/table" 2>/dev/null
		while read -r name figure; do echo "$name $(family "$name") causal $seed ${figure/timeout*/none}"; done <"$work/$seed/causal"
	fi
	columns=$drawn
done >"$temporary/schedules"
"$here/cooperari.sh" -strategies "$drawn icb delay hapset" philosophers semaphore | sed -n 's/^| //p' | sed 's/ |//g' >"$temporary/sized"
for name in philosophers semaphore; do
	awk -v name=$name -v family="$(family $name)" '
		NR == 1 { n = split($0, head) }
		$1 == name { for (i = 2; i <= NF; i++) if ($i !~ /\*/) print name "_" head[2 * i - 1], family, head[2 * i - 2], 1, $i }' "$temporary/sized"
done >>"$temporary/schedules"
sort -o "$temporary/schedules" "$temporary/schedules"
mv "$temporary/schedules" "$root/fuzzer/explore/testdata/schedules.txt"
cd "$root" && go test ./fuzzer/explore -run TestAutoShares -v
