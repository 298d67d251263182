#!/usr/bin/env bash
# Proves the pairs: the tests of a wrong package hang, and the same tests of its right twin pass. It prints a line
# for each pair, and its status is 0 when all are as they should be.
#
# usage: prove.sh [-race] [-count N] [set ...]
#
# The options are those of go test, for the right packages only. Without a set, it proves all sets.
set -euo pipefail
cd "$(dirname "$0")"

options=()
while [[ ${1:-} == -* ]]; do
	case $1 in
	-race) options+=(-race) && shift ;;
	-count) options+=(-count "$2") && shift 2 ;;
	*) echo "prove.sh: unknown argument $1; see the usage in this file" >&2 && exit 2 ;;
	esac
done
if (($# == 0)); then set -- */; fi

# tests KIND [OPTION...] prints for each package of a module its name and how its tests went: passes, hangs or fails.
tests() {
	local kind=$1
	shift
	(cd "$kind" && GOWORK=off GOFLAGS=-mod=mod go test -count 1 "$@" ./... 2>&1 || true) | awk '
		/: hangs/ { hangs = 1 }
		$1 == "ok" { n = split($2, path, "/"); print path[n], "passes" }
		$1 == "FAIL" && NF > 1 { n = split($2, path, "/"); print path[n], hangs ? "hangs" : "fails" }
		$1 == "ok" || $1 == "FAIL" && NF > 1 { hangs = 0 }'
}

bad=0
for set in "$@"; do
	set=${set%/}
	pairs=$(cd "$set" && {
		tests wrong
		tests right ${options[@]+"${options[@]}"}
	})
	for dir in "$set"/right/r*/; do
		name=$(basename "$dir")
		wrong=$(awk -v name="w${name#r}" '$1 == name { print $2 }' <<<"$pairs")
		right=$(awk -v name="$name" '$1 == name { print $2 }' <<<"$pairs")
		echo "$set ${name#r}: wrong ${wrong:-does not build}, right ${right:-does not build}"
		[[ $wrong == hangs && $right == passes ]] || bad=$((bad + 1))
	done
done
((bad == 0)) || { echo "$bad pairs are not proved" >&2 && exit 1; }
