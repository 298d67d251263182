#!/usr/bin/env bash
# Runs the tests of the modules of released.txt by "go test -count=1" and by "deadlocklint test", and prints a row of a
# markdown table for each: CPU seconds, wall seconds and memory of both, the limit 20 + 10 T CPU seconds, the findings that
# count, and the tests that pass natively and fail under the tool. The status is 1 when a suite is over its limit, has a
# finding, or has such a test: each of them is to be read. A command that does not end in time is stopped: the row has what it
# had used and found by then, and says so beside the wall seconds. That suite is to be read, too.
#
#   released.sh [NAME...]   all of them, or some
#
#   DEADLOCKLINT  the tool (built from this checkout)
#   SUITES_DIR    keeps what is downloaded and printed (a new temporary directory)
#   SUITE_TIME    the longest time of one command on one suite (25m). The command is interrupted then, and killed when it has not
#                 ended half a minute later.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${SUITES_DIR:-$(mktemp -d)}
time=${SUITE_TIME:-25m}
mkdir -p "$dir/src" "$dir/tool" "$dir/out"
dir=$(cd "$dir" && pwd)
export GOWORK=off
tool=${DEADLOCKLINT:-$dir/tool/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here/../.." && go build -o "$tool" ./cmd/deadlocklint)
(cd "$here" && go build -o "$dir/tool/" ./cost)

source "$here/fetch.sh"

# of FILE ACTION prints the tests of a test2json stream that end with the action.
of() { jq -r --arg action "$2" 'select(type == "object" and .Action? == $action and .Test? != null) | .Package + " " + .Test' "$1" 2>/dev/null | sort -u; }

# measure LABEL COMMAND... leaves LABEL.json (what it printed) and LABEL.cost (CPU, MB, wall, status, ended or stopped) in $out.
measure() { "$dir/tool/cost" -time="$time" "$out/$1.json" bash -c '"$@" 2>"$0"' "$out/$1.err" "${@:2}" >"$out/$1.cost"; }

bad=0
echo "| suite | go test: CPU s | wall s | MB | deadlocklint test: CPU s | limit | wall s | MB | counted | candidates and notes | passes natively only |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
while read -r name module packages; do
	[[ $# == 0 || " $* " == *" $name "* ]] || continue
	fetch "$name" "$module" </dev/null
	out=$dir/out/$name
	rm -rf "$out" && mkdir -p "$out"
	cd "$dir/src/$name"
	read -ra packages <<<"$packages"
	go test -run '^$' "${packages[@]}" >/dev/null 2>&1 </dev/null || true # builds
	"$tool" test -run '^$' "${packages[@]}" >/dev/null 2>&1 </dev/null || true # builds with the instrumented library
	measure native go test -count=1 -json "${packages[@]}" </dev/null
	measure ours "$tool" test -json "${packages[@]}" </dev/null
	read -r cpu memory wall _ word <"$out/native.cost"
	read -r ourcpu ourmemory ourwall _ ourword <"$out/ours.cost"
	stopped=0
	[[ $word == ended ]] || { stopped=1 && wall+=" (stopped)"; }
	[[ $ourword == ended ]] || { stopped=1 && ourwall+=" (stopped)"; }
	limit=$(awk -v t="$cpu" 'BEGIN { print 20 + 10 * t }')
	only=$(comm -12 <(of "$out/native.json" pass) <(of "$out/ours.json" fail) | sed 's/.* //' | paste -sd' ')
	read -r counted others < <(tail -n 1 "$out/ours.json" | jq -r '
		[(.findings // [])[] | .status == "confirmed" or ((.status == "leaked" or .status == "left-blocked") and (.note | not))]
		| "\(map(select(.)) | length) \(map(select(. | not)) | length)"' 2>/dev/null) || counted=unknown others=unknown # killed
	echo "| $name | $cpu | $wall | $memory | $ourcpu | $limit | $ourwall | $ourmemory | $counted | $others | ${only:-none} |"
	[[ $counted == 0 && -z $only && $stopped == 0 ]] && awk -v a="$ourcpu" -v b="$limit" 'BEGIN { exit a > b }' || bad=$((bad + 1))
done < <(grep -v '^#' "$here/released.txt")
echo "suites to read: $bad"
((bad == 0))
