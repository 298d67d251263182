#!/usr/bin/env bash
# Looks for races in the test suites of known modules that are clean under the race detector.
# Prints a row of a markdown table for each, and below it a line for each finding, which is to
# be read, and for each limit that was reached.
#
# usage: suites.sh [NAME...]     the modules whose path contains a name
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   MODULES        a list of modules with their packages (modules.txt beside this script)
#   RACE           runs of go test -race, a suite (3)
#   TIME           of deadlocklint, a suite (90s)
#   SEED           of all choices (1)
#   KEEP           a directory that keeps what was printed
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" && rm -rf "$dir"' EXIT
kept=${KEEP:-$dir/kept}
mkdir -p "$kept"
tool=${DEADLOCKLINT:-$dir/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
export GOWORK=off GOFLAGS=-mod=mod

wanted() {
	(($# == 1)) && return
	local name
	for name in "${@:2}"; do [[ $1 == *"$name"* ]] && return; done
	return 1
}

# clean prints what the race detector says: how many runs report a race, how many fail otherwise.
clean() {
	local i out races=0 failed=0
	for ((i = 0; i < ${RACE:-3}; i++)); do
		if out=$(go test -vet=off -race -count=1 "$@" 2>&1); then continue; fi
		if [[ $out == *"WARNING: DATA RACE"* ]]; then races=$((races + 1)); else failed=$((failed + 1)); fi
	done
	echo "$races reports, $failed failures"
}

# counted FILE prints a cell for each status.
counted() {
	jq -r '[.findings[]?.status] as $s | "\(.stats.tests) | \(.stats.events) | "
		+ (["confirmed", "harmless", "not-reached", "predicted"] | map(. as $n | $s | map(select(. == $n)) | length | tostring) | join(" | "))' "$1"
}

echo "| module | -race, ${RACE:-3} runs | tests | events | confirmed | without difference | not reached | candidates |"
echo "|---|---|--:|--:|--:|--:|--:|--:|"
while read -r module packages; do
	wanted "$module" "$@" || continue
	to=$dir/${module//\//_}
	cp -r "$(cd / && go mod download -json "$module" | jq -r .Dir)" "$to"
	chmod -R u+w "$to"
	[[ -e $to/go.mod ]] || (cd "$to" && go mod init "${module%@*}" && go mod tidy) >"$kept/mod.log" 2>&1 || true
	read -ra list <<<"$packages"
	races=$(cd "$to" && clean "${list[@]}")
	said=$kept/${module//\//_}
	# The status says whether something was found, which the document says as well.
	(cd "$to" && "$tool" races -vet=off -json -seed "${SEED:-1}" -time "${TIME:-90s}" "${list[@]}") 2>"$said.err" </dev/null | tail -n 1 >"$said.json" || true
	echo "| $module | $races | $(counted "$said.json") |"
done <"${MODULES:-$here/modules.txt}"
echo
for said in "$kept"/*.json; do
	name=$(basename "$said" .json)
	jq -r --arg m "$name" '(.findings[]? | "\($m): \(.status): \(.message | gsub("\n"; " "))"), (.stats.limits[] | "\($m): limit: \(.)")' "$said"
	sed "s/^/$name: /" "$kept/$name.err"
done
