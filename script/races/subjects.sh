#!/usr/bin/env bash
# Runs the subjects of testdata/subjects under "deadlocklint races", with their bug and
# repaired. Prints a row of a markdown table for each, and the sums below.
#
# usage: subjects.sh [SUBJECT...]     all but the family locks, which are no races
#
# "one recording" is a tool that records the base schedule alone: this script builds it, with
# an overlay that leaves out the further recordings. "six recordings" is the tool as it is.
# A cell has the findings, how many are confirmed, and what the first of these does. "found" counts
# subjects with more findings, confirmed or not, than the repaired subject has. A repaired subject is
# silent when nothing is confirmed; its other findings are counted.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   NATIVE         runs without any tool, in one process as long as this lives (1000)
#   RACE           runs under the race detector, in a process each (100)
#   SEED           of all choices (1)
#   KEEP           a directory that keeps what was printed; what is there is not measured again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
subjects=$root/testdata/subjects
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
kept=${KEEP:-$temporary/kept}
mkdir -p "$kept"
native=${NATIVE:-1000} race=${RACE:-100} seed=${SEED:-1}
export GOWORK=off GOFLAGS=-mod=mod

tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$root" && go build -o "$tool" ./cmd/deadlocklint)

# one_recording builds a tool without the recordings behind the first one.
one_recording() {
	local file=$root/fuzzer/racer/further.go
	sed '/^func (s \*search) recordFurther(/a\	if s != nil {\n\t\treturn nil\n\t}' "$file" >"$temporary/further.go"
	! cmp -s "$file" "$temporary/further.go" || { echo "subjects.sh: recordFurther has moved; change one_recording" >&2 && exit 1; }
	printf '{"Replace": {"%s": "%s"}}\n' "$file" "$temporary/further.go" >"$temporary/overlay.json"
	(cd "$root" && go build -overlay "$temporary/overlay.json" -o "$temporary/one" ./cmd/deadlocklint)
}

names=("$@")
if ((${#names[@]} == 0)); then
	mapfile -t names < <(grep -L '^// family: locks$' "$subjects"/*/*.go | grep -v '_test\.go$' | xargs -n 1 dirname | xargs -n 1 basename | sort)
fi

# native_runs writes how many native runs show the bug, by subject.
native_runs() {
	[[ -s $kept/native ]] || DEADLOCKLINT=$tool "$root/script/subjects/run.sh" -native "$native" -columns native "${names[@]}" |
		awk '$4 ~ /^[0-9]+$/ && $2 != "median" && $2 != "found" { print $2, $4 }' >"$kept/native"
}

# race_runs writes how many runs of the race detector report a race, by subject.
race_runs() {
	[[ ! -s $kept/race ]] || return 0
	local name n i
	for name in "${names[@]}"; do
		(cd "$subjects" && go test -race -c -vet=off -o "$temporary/race.test" "./$name")
		n=0
		for ((i = 0; i < race; i++)); do
			if [[ $(cd "$subjects/$name" && timeout 20 "$temporary/race.test" -test.timeout 10s 2>&1) == *"WARNING: DATA RACE"* ]]; then n=$((n + 1)); fi
		done
		echo "$name $n"
	done >"$temporary/race"
	mv "$temporary/race" "$kept/race"
}

# races TOOL MODULE COLUMN writes the JSON document of a tool.
races() {
	[[ ! -s $kept/$3.json ]] || return 0
	# The status says whether something was found, which the document says as well.
	(cd "$2" && "$1" races -vet=off -json -seed "$seed" "${names[@]/#/./}") 2>"$kept/$3.err" </dev/null | tail -n 1 >"$temporary/$3.json" || true
	mv "$temporary/$3.json" "$kept/$3.json"
}

# of SUBJECT COLUMN prints the findings in a subject, as a list.
of() { jq -c --arg at "$1/" '[.findings[]? | select(.pos | startswith($at))]' "$kept/$2.json"; }

# said SUBJECT COLUMN prints what was found, in words.
said() {
	of "$1" "$2" | jq -r '[.[] | select(.status == "confirmed")] as $c
		| if length == 0 then "nothing" else "\(length) found, \($c | length) confirmed" end
		+ if ($c | length) == 0 then "" else
			"; \($c[0].check): " + ($c[0] | .tests[0] as $t | .message | split($t) | last | ltrimstr(":") | ltrimstr(" ") | .[0:90] | gsub("[|\n]"; " ")) end'
}

# silence SUBJECT prints whether nothing is confirmed in the repaired subject.
silence() {
	of "$1" repaired | jq -r '[.[] | select(.status == "confirmed")] as $c
		| if ($c | length) > 0 then "\($c | length) confirmed" elif length == 0 then "silent" else "silent, \(length) not confirmed" end'
}

# found COLUMN prints how many of the subjects have more findings than the repaired ones.
found() {
	local name n=0
	for name in "${names[@]}"; do
		(($(of "$name" "$1" | jq length) <= $(of "$name" repaired | jq length))) || n=$((n + 1))
	done
	echo "$n"
}

# confirmed COLUMN prints in how many of the subjects something is confirmed.
confirmed() {
	local name n=0
	for name in "${names[@]}"; do
		[[ $(of "$name" "$1") != *'"status":"confirmed"'* ]] || n=$((n + 1))
	done
	echo "$n"
}

# cell SUBJECT COLUMN prints a figure.
cell() { awk -v name="$1" '$1 == name { print $2 }' "$kept/$2"; }

# shows SUBJECT prints how its bug shows, by its comment.
shows() { sed -n 's|^// Shows as: \([a-z ]*\).*|\1|p' "$subjects/$1/$1.go" | sed 's/ of .*//'; }

table() {
	local name
	echo "| subject | shows as | native, of $native | -race, of $race | one recording | six recordings | repaired |"
	echo "|---|---|--:|--:|---|---|---|"
	for name in "${names[@]}"; do
		echo "| $name | $(shows "$name") | $(cell "$name" native) | $(cell "$name" race) | $(said "$name" one) | $(said "$name" six) | $(silence "$name") |"
	done
	echo
	echo "Of ${#names[@]} subjects: native $(awk '$2 > 0' "$kept/native" | wc -l), -race $(awk '$2 > 0' "$kept/race" | wc -l)," \
		"found from one recording $(found one), from six $(found six)," \
		"confirmed from one $(confirmed one), from six $(confirmed six); repaired ones with something confirmed: $(confirmed repaired)."
}

[[ -s $kept/one.json ]] || one_recording
races "$temporary/one" "$subjects" one
races "$tool" "$subjects" six
cp -r "$subjects" "$temporary/repaired"
for name in "${names[@]}"; do patch -s -p1 -d "$temporary/repaired" <"$subjects/repaired/$name.patch"; done
races "$tool" "$temporary/repaired" repaired
race_runs
native_runs
table
