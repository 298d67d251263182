#!/usr/bin/env bash
# Prints the CPU seconds, user and system, of the tests and of CI. Both begin with an empty
# build cache and an empty cache of instrumented libraries, with modules already downloaded.
#
# usage: cpu.sh [test|ci|cases]
# "test" is go test ./..., "ci" is .ci/run, and "cases" is the tests of the cases alone. Without
# an argument, test and ci run.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# measure NAME COMMAND prints the CPU seconds of a command.
measure() {
	local name=$1 cache="$work/$1" status=0
	shift
	mkdir -p "$cache/go-build" "$cache/user" "$cache/tmp"
	TIMEFORMAT="$name: %U user + %S system CPU seconds"
	time GOCACHE="$cache/go-build" XDG_CACHE_HOME="$cache/user" TMPDIR="$cache/tmp" "$@" >"$cache/output" 2>&1 || status=$?
	if ((status)); then
		grep -E '^ *--- FAIL|^FAIL' "$cache/output" >&2 || tail -n 40 "$cache/output" >&2
		echo "$name: exit status $status" >&2
		exit 1
	fi
}

for what in "${@:-test ci}"; do
	for name in $what; do
		case $name in
		test) measure test go test -timeout 40m ./... ;;
		ci) measure ci .ci/run ;;
		cases) measure cases go test -timeout 40m -v ./cmd/deadlocklint/internal/cases/... ;;
		*) echo "cpu.sh: unknown argument $name; see the usage in this file" >&2 && exit 2 ;;
		esac
	done
done
