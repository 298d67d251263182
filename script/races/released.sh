#!/usr/bin/env bash
# Runs released races, and their repairs, under "deadlocklint races". Prints a row of a
# markdown table for each line of released.csv.
#
# usage: released.sh [NAME...]     names of released.csv
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   NATIVE         runs without any tool (200); 0 prints a dash
#   RACE           runs under the race detector (20); 0 prints a dash
#   SEED           of all choices of deadlocklint (1)
#   TIME           of deadlocklint, for each release (60s)
#   KEEP           a directory that keeps the modules and what was printed
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=${KEEP:-$(mktemp -d)}
mkdir -p "$dir"
[[ -n ${KEEP:-} ]] || trap 'chmod -R u+w "$dir" && rm -rf "$dir"' EXIT
tool=${DEADLOCKLINT:-$dir/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
export GOWORK=off GOFLAGS=-mod=mod

# fetch TO MODULE VERSION PACKAGE NAME: a copy whose only test of the package is the driver.
fetch() {
	[[ -d $1 ]] && return
	local from
	from=$(cd / && go mod download -json "$2@$3" | jq -r .Dir)
	cp -r "$from" "$1"
	chmod -R u+w "$1"
	rm -f "$1/$4"/*_test.go
	cp "$here/released/$5.go.txt" "$1/$4/driver_test.go"
	# A module of a repository with several names its neighbours by their folders.
	[[ -e $1/go.mod ]] && sed -i '/=> \.\.\?\//d' "$1/go.mod"
	[[ -e $1/go.mod ]] || (cd "$1" && go mod init "$2" && go mod tidy) >"$1.log" 2>&1 || true
}

# fails BINARY N: how many of N runs do not end well.
fails() {
	local n=0 i
	for ((i = 0; i < $2; i++)); do "$1" -test.timeout 20s >/dev/null 2>&1 || n=$((n + 1)); done
	echo $n
}

# reports BINARY N: how many of N runs the race detector says something of.
reports() {
	local n=0 i
	for ((i = 0; i < $2; i++)); do
		if [[ $("$1" -test.timeout 20s 2>&1 || true) == *"WARNING: DATA RACE"* ]]; then n=$((n + 1)); fi
	done
	echo $n
}

# counted DIRECTORY FUNCTION N FLAG...: what a function counts in N runs of the driver, a dash for none.
counted() {
	(($3 > 0)) || { echo - && return; }
	(cd "$1/$package" && go test -vet=off "${@:4}" -c -o driver.test .) >>"$1.log" 2>&1 || true
	(cd "$1/$package" && "$2" ./driver.test "$3")
	rm -f "$1/$package/driver.test"
}

# said FILE: what the JSON document has found, in words.
said() {
	jq -r '[.findings[]?] as $f
	  | ([$f[] | select(.status == "confirmed")]) as $c
	  | "\($f | length) found, \($c | length) confirmed"
	  + (if ($c | length) > 0 then ": " + ($c[0] | .tests[0] as $t | .message | split($t) | last | ltrimstr(":") | ltrimstr(" ") | .[0:110] | gsub("[|\n]"; " ")) else "" end)' "$1"
}

wanted() {
	(($# == 1)) && return
	local name
	for name in "${@:2}"; do [[ $1 == "$name" ]] && return; done
	return 1
}

echo "| bug | native, of ${NATIVE:-200} | -race, of ${RACE:-20} | bad release | fixed release |"
echo "|---|---|---|---|---|"
while IFS=, read -r name module bad fixed _ _ _ _ package; do
	wanted "$name" "$@" || continue
	row="| $name |"
	for version in "$bad" "$fixed"; do
		to=$dir/$name-$version
		fetch "$to" "$module" "$version" "$package" "$name"
		if [[ $version == "$bad" ]]; then
			row+=" $(counted "$to" fails "${NATIVE:-200}") | $(counted "$to" reports "${RACE:-20}" -race) |"
		fi
		(cd "$to/$package" && "$tool" races -vet=off -json -seed "${SEED:-1}" -time "${TIME:-60s}" .) 2>>"$to.log" | tail -n 1 >"$to.json" || true
		row+=" $(said "$to.json") |"
	done
	echo "$row"
done < <(tail -n +2 "$here/released.csv")
