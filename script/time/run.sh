#!/usr/bin/env bash
# Prints for ten small programs with httptest the CPU seconds of go test, those of deadlocklint test, and the limit 20 + 10 T.
# Arguments name some of the programs; DEADLOCKLINT names the tool. The status is 1 when a program is over its limit.
set -euo pipefail
cd "$(dirname "$0")"
tool=${DEADLOCKLINT:-deadlocklint}
TIMEFORMAT='%U %S'
cpu() { { time "$@" >/dev/null 2>&1 || true; } 2>&1 | tail -n 1 | awk '{ printf "%.1f", $1 + $2 }'; }
over=0
printf '| program | go test | deadlocklint test | limit |\n|---|---|---|---|\n'
for p in ${*:-*/}; do
	p=${p%/}
	go test -count=1 "./$p" >/dev/null 2>&1 || true    # builds
	"$tool" test -time 1ms "./$p" >/dev/null 2>&1 || true # builds with the instrumented library
	native=$(cpu go test -count=1 "./$p")
	ours=$(cpu "$tool" test "./$p")
	limit=$(awk -v t="$native" 'BEGIN { print 20 + 10 * t }')
	printf '| %s | %s | %s | %s |\n' "$p" "$native" "$ours" "$limit"
	awk -v a="$ours" -v b="$limit" 'BEGIN { exit !(a > b) }' && over=$((over + 1))
done
echo "over the limit: $over"
((over == 0))
