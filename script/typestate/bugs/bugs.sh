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

# check NAME SHOWS prints four cells of the table for the module in the current directory: violations, confirmed ones,
# those of them whose effect is the known error, and seconds.
check() {
	local status=0 begin=$SECONDS
	timeout "$limit" "$tool" typestate check -program . >"$keep/$1" 2>"$keep/$1.err" || status=$?
	case $status in
	# 3: it confirmed a violation.
	0 | 3)
		local last violations confirmed
		last=$(tail -1 "$keep/$1")
		violations=$(sed -E 's/^([0-9]+) violations.*/\1/' <<<"$last")
		confirmed=$(sed -E 's/.* ([0-9]+) confirmed.*/\1/' <<<"$last")
		echo "$violations | $confirmed | $(grep -c "made to happen.*$2" "$keep/$1" || true) | $((SECONDS - begin))"
		;;
	124) echo "not done | | | $limit" ;;
	*)
		cat "$keep/$1.err" >&2
		echo "exit status $status | | | $((SECONDS - begin))"
		;;
	esac
}

names=("$@")
if ((${#names[@]} == 0)); then
	for file in "$here"/*/go.mod.buggy; do
		names+=("$(basename "$(dirname "$file")")")
	done
fi

echo "| bug | release | native passes | predicted | confirmed | real | seconds |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for name in "${names[@]}"; do
	if [[ ! -f $here/$name/go.mod.buggy ]]; then
		echo "bugs.sh: no driver $name" >&2
		exit 2
	fi
	IFS=, read -r _ _ bad fixed _ _ shows < <(grep "^$name," "$here/../released.csv") || {
		echo "bugs.sh: released.csv does not have $name" >&2
		exit 2
	}
	for side in buggy fixed; do
		module=$work/$name/$side
		mkdir -p "$module"
		cp "$here/$name"/*.go "$module"
		cp "$here/$name/go.mod.$side" "$module/go.mod"
		cd "$module"
		export GOFLAGS="$flags -mod=mod"
		quiet go mod tidy
		quiet go build -o "$work/driver" .
		release=$bad
		if [[ $side == fixed ]]; then release=$fixed; fi
		echo "| $name | $release, $side | $(native "$work/driver") | $(check "$name.$side" "$shows") |"
		cd "$here"
		rm -rf "${work:?}/$name"
	done
done
