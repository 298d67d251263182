#!/usr/bin/env bash
# Runs deadlocklint test on twenty programs that can deadlock over communication and on
# their corrected twins, all at once, and prints a line for each. It fails when fewer
# than WANT programs are confirmed, or when anything is confirmed of a twin.
#
# usage: run.sh [WANT]
set -euo pipefail
cd "$(dirname "$0")"

want=${1:-17}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=${DEADLOCKLINT:-$work/deadlocklint}
[ -n "${DEADLOCKLINT:-}" ] || (cd ../.. && go build -o "$tool" ./cmd/deadlocklint)

"$tool" test -seed 1 -budget 4m ./... >"$work/out" 2>"$work/err" || true

# A finding is a paragraph that ends with the tests in which it was seen.
awk -v want="$want" '
	/^[a-z].*: / || /^deadlock confirmed/ { confirmed = /^deadlock confirmed/; right = 0; package = "" }
	confirmed && / at (latent|right)\// { package = / at right\// ? "right" : "latent" }
	confirmed && /^  seen in  / { found[package " " $3] = 1 }
	END {
		n = split("Barrier Cancel EarlyReturn ErrGroup Falsified Future Missed Nested NoSignal Once Pool PubSub Range Ring SelectQuit Semaphore SingleFlight Timeout WaitGroup WrongWaiter", name)
		for (i = 1; i <= n; i++) {
			latent = ("latent Test" name[i]) in found
			right = ("right Test" name[i]) in found
			printf "%-14s %-10s twin %s\n", name[i], latent ? "confirmed" : "missed", right ? "FALSE" : "silent"
			count += latent
			wrong += right
		}
		printf "%d of %d confirmed, %d twins with a false finding\n", count, n, wrong
		exit count < want || wrong > 0
	}' "$work/out" || {
	cat "$work/out" "$work/err" >&2
	exit 1
}
