#!/usr/bin/env bash
# Runs the drivers: each one NATIVE_RUNS times as it is, against the release that has the
# protocol error and against the one that has not, then once under deadlocklint typestate
# check. Prints a row of a markdown table for each.
#
# usage: bugs.sh [NAME...]
#
#   NATIVE_RUNS    native runs of each binary (20)
#   DEADLOCKLINT   the tool (built from this checkout)
#   TOOL_TIMEOUT   seconds the tool may take for one module (600)
#   KEEP           directory for what the tool said, NAME.buggy and NAME.fixed
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs=${NATIVE_RUNS:-20}
limit=${TOOL_TIMEOUT:-600}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
keep=$(realpath "${KEEP:-$work}")

export GOWORK=off
flags=${GOFLAGS:-}
tool=${DEADLOCKLINT:-$work/deadlocklint}
if [[ -z ${DEADLOCKLINT:-} ]]; then
	(cd "$here/../../.." && go build -o "$tool" ./cmd/deadlocklint)
elif [[ $tool == */* ]]; then
	tool=$(realpath "$tool")
fi

# quiet COMMAND... shows what a command wrote only if it fails.
quiet() {
	if ! "$@" >"$work/log" 2>&1; then
		echo "bugs.sh: $* failed:" >&2
		cat "$work/log" >&2
		return 1
	fi
}

# native PROGRAM prints how many of the runs passed.
native() {
	local passes=0
	for ((i = 0; i < runs; i++)); do
		if timeout 20 "$1" >/dev/null 2>&1; then passes=$((passes + 1)); fi
	done
	echo "$passes/$runs"
}

# check NAME prints the last line of what deadlocklint says of the module in the current directory.
check() {
	local status=0
	timeout "$limit" "$tool" typestate check -program . >"$keep/$1" 2>"$keep/$1.err" || status=$?
	case $status in
	# 3: it confirmed a violation.
	0 | 3) tail -1 "$keep/$1" | sed 's/; .*//' ;;
	124) echo "not done in $limit s" ;;
	*)
		cat "$keep/$1.err" >&2
		echo "exit status $status"
		;;
	esac
}

names=("$@")
if ((${#names[@]} == 0)); then
	for file in "$here"/*/go.mod.buggy; do
		names+=("$(basename "$(dirname "$file")")")
	done
fi

echo "| bug | native passes | buggy | fixed |"
echo "| --- | --- | --- | --- |"
for name in "${names[@]}"; do
	if [[ ! -f $here/$name/go.mod.buggy ]]; then
		echo "bugs.sh: no driver $name" >&2
		exit 2
	fi
	passes=() results=()
	for side in buggy fixed; do
		module=$work/$name/$side
		mkdir -p "$module"
		cp "$here/$name"/*.go "$module"
		cp "$here/$name/go.mod.$side" "$module/go.mod"
		cd "$module"
		export GOFLAGS="$flags -mod=mod"
		quiet go mod tidy
		quiet go build -o "$work/driver" .
		passes+=("$(native "$work/driver")")
		results+=("$(check "$name.$side")")
		cd "$here"
		rm -rf "${work:?}/$name"
	done
	echo "| $name | ${passes[0]} buggy, ${passes[1]} fixed | ${results[0]} | ${results[1]} |"
done
