#!/usr/bin/env bash
# Compares the verdicts of deadlocklint with the truth, on random programs whose
# schedules are all enumerated. Prints a table and fails when a verdict is untrue.
#
# usage: run.sh [N]      N programs (10000), 200 in a Go package
#
# An interrupted run goes on where it stopped, package by package, in ORACLE_DIR.
#
#   DEADLOCKLINT  the tool (built from this checkout)
#   ORACLE_DIR    keeps programs, documents and tallies (a new temporary directory)
#   SEED          of the programs (1)
#   TRIES         confirming runs of a candidate (2)
#   BUDGET        time for the confirming runs of a package (5m)
#   REDUCE        how many programs with untrue verdicts are made smaller and printed (0)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
(cd "$here" && go build -o "$temporary/oracle" .)
tool=$(realpath "$(command -v "$tool")")

"$temporary/oracle" -tool "$tool" -dir "${ORACLE_DIR:-$temporary/oracle.d}" -seed "${SEED:-1}" -n "${1:-10000}" -reduce "${REDUCE:-0}" -- \
	-tries "${TRIES:-2}" -time "${BUDGET:-5m}" -timeout 2m -vet=off
