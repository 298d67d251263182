#!/usr/bin/env bash
# Shows the confirmed findings of the latent programs without deadlocklint: with sleeps at the
# lines that a finding names, its test hangs, fails or leaves a goroutine behind by the ordinary
# toolchain. It fails when a finding is not shown in RUNS runs.
#
# usage: native.sh [NAME...]
# With names, only the findings of these programs are shown: "native.sh ErrGroup Future" is what
# CI takes.
set -euo pipefail
cd "$(dirname "$0")"

names=${*:-.*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=${DEADLOCKLINT:-$work/deadlocklint}
[ -n "${DEADLOCKLINT:-}" ] || (cd ../.. && go build -o "$tool" ./cmd/deadlocklint)

# Findings are no error here.
"$tool" test -json -seed 1 -run "^Test(${names//[[:space:]]/|})\$" ./latent 2>"$work/err" | tail -n 1 >"$work/found" || true
go run ./native -runs "${RUNS:-200}" <"$work/found" || {
	cat "$work/err" >&2
	exit 1
}
