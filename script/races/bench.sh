#!/usr/bin/env bash
# Prints what recording for "deadlocklint races" costs, and how often a case is confirmed.
#
# usage: bench.sh [-cost | -probability] [NAME...]
#
# -cost prints a table of suites (go run . races in ../../bench): CPU time of recording beside
# plain and the race detector, peak memory, events per second. A NAME is a suite.
# -probability prints for each subject of testdata/subjects how many of the seeds end in a
# confirmed finding. A NAME is a subject. Without these flags both tables are printed.
#
#   DEADLOCKLINT   the tool of -probability (built from this checkout)
#   ROUNDS         of each suite in each way; the minimum counts (2)
#   SEEDS          of each subject: 1 to this number (100)
#   KEEP           a directory that keeps the documents; what is there is not measured again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
subjects=$root/testdata/subjects
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
kept=${KEEP:-$temporary/kept}
mkdir -p "$kept"
part=both
case ${1:-} in -cost | -probability) part=${1#-} && shift ;; esac
export GOWORK=off

cost() {
	local names
	names=$(IFS=, && echo "$*")
	(cd "$root/bench" && go run . races -rounds "${ROUNDS:-2}" -modules "$names")
}

# documents writes the JSON document of each seed. The status of the tool says whether something
# was found, which the document says as well.
documents() {
	local seed
	for ((seed = 1; seed <= seeds; seed++)); do
		[[ ! -s $kept/$seed.json ]] || continue
		(cd "$subjects" && "$tool" races -vet=off -json -seed "$seed" "${@/#/./}") 2>/dev/null </dev/null | tail -n 1 >"$temporary/document" || true
		mv "$temporary/document" "$kept/$seed.json"
	done
}

# with SUBJECT STATUS prints how many documents have such a finding in a subject.
with() {
	local seed n=0
	for ((seed = 1; seed <= seeds; seed++)); do
		n=$((n + $(jq --arg at "$1/" --arg status "$2" 'any(.findings[]?; (.pos | startswith($at)) and (.status | test($status))) | if . then 1 else 0 end' "$kept/$seed.json")))
	done
	echo "$n"
}

probability() {
	local seeds=${SEEDS:-100} tool=${DEADLOCKLINT:-$temporary/deadlocklint} name names=("$@")
	[[ -n ${DEADLOCKLINT:-} ]] || (cd "$root" && go build -o "$tool" ./cmd/deadlocklint)
	((${#names[@]} > 0)) || mapfile -t names < <(grep -L '^// family: locks$' "$subjects"/*/*.go | grep -v '_test\.go$' | xargs -n 1 dirname | xargs -n 1 basename | sort)
	documents "${names[@]}"
	echo "| subject | found, of $seeds seeds | confirmed |"
	echo "|---|--:|--:|"
	for name in "${names[@]}"; do echo "| $name | $(with "$name" '') | $(with "$name" confirmed) |"; done
}

[[ $part == probability ]] || cost "$@"
[[ $part == cost ]] || probability "$@"
