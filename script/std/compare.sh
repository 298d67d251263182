#!/usr/bin/env bash
# Runs go test -short of packages of the standard library with the instrumented
# one, not recording (off) and recording, and prints a line for each package.
# A test that fails there and is not in expected.txt is run again; if it fails
# again and passes natively, the package fails.
#
# usage: compare.sh PACKAGE...
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   MODES          what to run ("off recording")
#   TEST_TIMEOUT   minutes a package may take (30)
#   SHADOWS        where the instrumented library is made (a directory of this run)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../ci/lib.sh"
minutes=${TEST_TIMEOUT:-30}
export DEADLOCKLINT_CACHE=${SHADOWS:-$DEADLOCKLINT_CACHE}

cd "$work"
traces=$work/traces
mkdir "$traces"

# Nobody reads the traces: they only have to be written.
(while sleep 5; do find "$traces" -type f -delete; done) &
sweeper=$!
trap 'kill $sweeper; chmod -R u+w "$work"; rm -rf "$work"' EXIT

# in_mode MODE COMMAND... runs natively, off or recording.
in_mode() (
	mode=$1
	shift
	if [[ $mode != native ]]; then
		eval "$("$tool" record env)"
	fi
	if [[ $mode == recording ]]; then
		export DEADLOCKLINT_MODE=1 DEADLOCKLINT_DIR=$traces DEADLOCKLINT_MB=32
	fi
	exec "$@"
)

# failures reads the events of go test -json and prints "PACKAGE TEST" for the
# top-level tests that failed, "PACKAGE -" where no test was running.
failures() {
	local event='"Action":"fail","Package":"\([^"]*\)"'
	sed -n -e "/$event,\"Test\"/s/.*$event,\"Test\":\"\([^\"/]*\).*/\1 \2/p" \
		-e "/$event/s/.*$event.*/\1 -/p" |
		sort -u | awk '$2 == "-" { whole[$1] = 1; next } { named[$1] = 1; print } END { for (p in whole) if (!named[p]) print p, "-" }'
}

# again MODE PACKAGE TEST reports whether a test fails when it is run again.
again() {
	local run=(-run "^$3\$")
	if [[ $3 == - ]]; then run=(); fi
	! in_mode "$1" go test -count=1 -short -timeout "${minutes}m" "${run[@]}" "$2" >"$work/again" 2>&1
}

# expected MODE PACKAGE TEST
expected() {
	awk -v m="$1" -v p="$2" -v t="$3" '($1 == m || $1 == "both") && $2 == p && $3 == t { found = 1 } END { exit !found }' "$here/expected.txt"
}

# judge MODE PACKAGE TEST says what a failure means; it fails if it is ours.
judge() {
	if expected "$@"; then
		echo "    $2 $3: expected"
	elif ! again "$@"; then
		echo "    $2 $3: failed once, not again"
	elif again native "$2" "$3"; then
		echo "    $2 $3: fails natively too"
	else
		echo "    $2 $3: fails only here"
		again "$@" || true
		head -n 40 "$work/again" | sed 's/^/        /' >&2
		return 1
	fi
}

# report MODE PACKAGES judges the failures in $work/events.
report() {
	local mode=$1 pkg test bad
	shift
	failures <"$work/events" >"$work/failures"
	for pkg in "$@"; do
		bad=0
		while read -r _ test; do
			judge "$mode" "$pkg" "$test" >>"$work/said" || bad=1
		done < <(awk -v p="$pkg" '$1 == p' "$work/failures")
		if ! grep -q "\"Action\":\"\(pass\|skip\|fail\)\",\"Package\":\"$pkg\",\"Elapsed\"" "$work/events"; then
			bad=1
			echo "    $pkg: no result" >>"$work/said"
		fi
		if ((bad)); then
			echo "FAIL $pkg $mode"
			failed=$((failed + 1))
		else
			echo "ok $pkg $mode"
			passed=$((passed + 1))
		fi
		cat "$work/said" 2>/dev/null || true
		rm -f "$work/said"
	done
}

for mode in ${MODES:-off recording}; do
	in_mode "$mode" go test -count=1 -short -timeout "${minutes}m" -json "$@" >"$work/events" 2>"$work/stderr" || true
	report "$mode" "$@"
done
finish
