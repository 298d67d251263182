#!/usr/bin/env bash
# Runs the drivers: each one NATIVE_RUNS times as it is, against the release that
# has the deadlock and against the one that has not, then once under
# deadlocklint. Prints a row of a markdown table for each.
#
# usage: run.sh [NAME...]
#
#   NATIVE_RUNS    native runs of each binary (100)
#   NATIVE_JOBS    native runs at a time (1)
#   NATIVE_ONLY    if set, leave deadlocklint out
#   DEADLOCKLINT   the tool (built from this checkout)
#   TOOL_TIMEOUT   seconds the tool may take for one module (600)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs=${NATIVE_RUNS:-100}
jobs=${NATIVE_JOBS:-1}
limit=${TOOL_TIMEOUT:-600}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export GOWORK=off
flags=${GOFLAGS:-}

if [[ -z ${NATIVE_ONLY:-} ]]; then
	tool=${DEADLOCKLINT:-$work/deadlocklint}
	if [[ -z ${DEADLOCKLINT:-} ]]; then
		(cd "$here/../.." && go build -o "$tool" ./cmd/deadlocklint)
	elif [[ $tool == */* ]]; then
		tool=$(realpath "$tool")
	fi
	(cd "$here" && go build -o "$work/tally" ./tally)
fi

# quiet COMMAND... shows what a command wrote only if it fails.
quiet() {
	if ! "$@" >"$work/log" 2>&1; then
		echo "run.sh: $* failed:" >&2
		cat "$work/log" >&2
		return 1
	fi
}

# native PROGRAM prints how many of the runs passed.
native() {
	local passes=0 started=0 pid pids
	while ((started < runs)); do
		pids=()
		while ((${#pids[@]} < jobs && started < runs)); do
			timeout 20 "$1" >/dev/null 2>&1 &
			pids+=("$!")
			started=$((started + 1))
		done
		for pid in "${pids[@]}"; do
			if wait "$pid"; then passes=$((passes + 1)); fi
		done
	done
	echo "$passes/$runs"
}

# lint NAME prints what deadlocklint says of the module in the current directory.
lint() {
	local status=0 more=()
	if [[ -f $here/$1/flags ]]; then read -ra more <"$here/$1/flags"; fi
	timeout "$limit" "$tool" run -json "${more[@]}" . 2>../err | tail -n 1 >../out.json || status=$?
	case $status in
	# 3: it confirmed a deadlock.
	0 | 3) "$work/tally" "$here/$1/locks" <../out.json ;;
	124) echo "not done in $limit s" ;;
	*)
		cat ../err >&2
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
		echo "run.sh: no driver $name" >&2
		exit 2
	fi
	passes=() results=()
	for side in buggy fixed; do
		module=$work/$name/$side/module
		mkdir -p "$module"
		cp "$here/$name"/*.go "$module"
		cp "$here/$name/go.mod.$side" "$module/go.mod"
		cd "$module"
		# The tag picks the file where the API of the two releases differs.
		export GOFLAGS="$flags -mod=mod -tags=$side"
		quiet go mod tidy
		quiet go build -o ../driver .
		passes+=("$(native ../driver)")
		if [[ -n ${NATIVE_ONLY:-} ]]; then
			results+=("-")
		else
			results+=("$(lint "$name")")
		fi
		cd "$here"
		rm -rf "${work:?}/$name/$side"
	done
	echo "| $name | ${passes[0]} buggy, ${passes[1]} fixed | ${results[0]} | ${results[1]} |"
done
