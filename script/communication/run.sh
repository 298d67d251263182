#!/usr/bin/env bash
# Runs deadlocklint test on programs that can deadlock over communication and on their
# corrected twins, all at once, and prints a line for each. It fails when fewer than WANT
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

"$tool" test -seed 1 -budget "$budget" -run "^Test(${names//[[:space:]]/|})\$" ./... >"$work/out" 2>"$work/err" || true

# A finding names the tests in which it was seen, and somewhere a file or function of theirs.
awk -v want="$want" -v names="${names//[[:space:]]/ }" '
	blank && /^[a-z]/ { confirmed = /^deadlock confirmed|^goroutine leaked/; package = test = "" }
	{ blank = /^$/ || /^(ok|FAIL|\?)/ }
	confirmed && package == "" && /(latent|right)[\/.]/ { package = /right[\/.]/ ? "right" : "latent" }
	confirmed && /^  seen in  / { test = $3 }
	confirmed && package != "" && test != "" { found[package " " test] = 1 }
	END {
		n = split(names, name)
		for (i = 1; i <= n; i++) {
			latent = ("latent Test" name[i]) in found
			right = ("right Test" name[i]) in found
			printf "%-14s %-10s twin %s\n", name[i], latent ? "found" : "missed", right ? "FALSE" : "silent"
			count += latent
			wrong += right
		}
		printf "%d of %d found, %d twins with a false finding\n", count, n, wrong
		exit count < want || wrong > 0
	}' "$work/out" || {
	cat "$work/out" "$work/err" >&2
	exit 1
}
