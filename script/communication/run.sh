#!/usr/bin/env bash
# Runs deadlocklint test on programs that can deadlock over communication and on their
# corrected twins, all of a package at once, and prints a line for each. It fails when fewer than WANT
# programs are found, or when anything is found of a twin.
#
# usage: run.sh [WANT [NAME...]]
# With names, only these programs are run, and the budget is 120 s for each: "run.sh 3 Missed
# OnceDone SetLimit" is what CI takes. Only a busy machine needs that much: these three took 8 s of
# processor time. BUDGET is another budget.
set -euo pipefail
cd "$(dirname "$0")"

want=${1:-22}
shift || true
all=$(grep -ho '^func Test[A-Za-z]*' latent/*_test.go | sed 's/^func Test//' | sort)
names=${*:-$all}
budget=15m
(($# == 0)) || budget=$(($# * 120))s
budget=${BUDGET:-$budget}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=${DEADLOCKLINT:-$work/deadlocklint}
[ -n "${DEADLOCKLINT:-}" ] || (cd ../.. && go build -o "$tool" ./cmd/deadlocklint)

# found PACKAGE prints the tests of a package of which there is a finding. A finding may name places of another module
# alone, so each package has a session of its own.
found() {
	"$tool" test -seed 1 -time "$budget" -run "^Test(${names//[[:space:]]/|})\$" "./$1" >"$work/$1.out" 2>"$work/$1.err" || true
	awk '
		blank && /^[a-z]/ { confirmed = /^deadlock confirmed|^goroutine leaked/ }
		{ blank = /^$/ || /^(ok|FAIL|\?)/ }
		confirmed && /^  seen in  / { for (i = 3; i <= NF; i++) { sub(/,$/, "", $i); print $i } }' "$work/$1.out"
}
found latent >"$work/latent"
found right >"$work/right"

count=0 wrong=0
for name in $names; do
	is=missed twin=silent
	if grep -qx "Test$name" "$work/latent"; then is=found count=$((count + 1)); fi
	if grep -qx "Test$name" "$work/right"; then twin=FALSE wrong=$((wrong + 1)); fi
	printf '%-14s %-10s twin %s\n' "$name" "$is" "$twin"
done
printf '%d of %d found, %d twins with a false finding\n' "$count" "$(wc -w <<<"$names")" "$wrong"
if ((count < want || wrong > 0)); then
	cat "$work"/*.out "$work"/*.err >&2
	exit 1
fi
