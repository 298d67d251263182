#!/usr/bin/env bash
# Looks for the 63 blocking bugs of GoBench's GoKer (Yuan et al., CGO 2021), real
# deadlocks of nine projects cut down to one file each, in the form in which Go's
# own source has them since Go 1.26: the tests of its goroutine leak profile.
# Nothing is downloaded.
#
# usage: run.sh [-run] [KERNEL...]
#
# Prints a row a kernel: found by the checks that are on by default, with all of
# them, and with -run what a run of it predicted and confirmed. A kernel counts as
# found when one of the checks that kernels.csv names for it reports something in
# its file (in the line that it names, where another report is there): that each
# of these is about the known bug was read.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the results stay (temporary)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kernels=$(go env GOROOT)/src/runtime/testdata/testgoroutineleakprofile/goker
if [[ ! -d $kernels ]]; then
	echo "run.sh: $(go version) does not have the kernels; run it with Go 1.26 or later" >&2
	exit 1
fi
run=false
if [[ ${1:-} == -run ]]; then
	run=true
	shift
fi
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
work=${KEEP:-$temporary}
mkdir -p "$work"
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)

# Each kernel is a program of its own. The profile of leaks needs an experiment of
# Go's: another one takes its place.
module=$temporary/goker
mkdir -p "$module"
printf 'module example.com/goker\n\ngo 1.26\n' >"$module/go.mod"
wanted() { (($# == 1)) || [[ " ${*:2} " == *" $1 "* ]]; }
names=()
while IFS=, read -r name _; do
	wanted "$name" "$@" || continue
	names+=("$name")
	mkdir -p "$module/$name"
	cp "$kernels/main.go" "$module/$name"
	sed 's/"goroutineleak"/"threadcreate"/' "$kernels/$name.go" >"$module/$name/$name.go"
done < <(sed 1d "$here/kernels.csv")

# check FILE FLAGS... writes what the static checks find.
check() {
	local status=0
	"$tool" check -C "$module" -json "${@:2}" ./... 2>"$1.err" | tail -n 1 >"$1" || status=$?
	((status == 0 || status == 3)) || { cat "$1.err" >&2; exit 1; }
}
check "$work/default.json"
check "$work/all.json" -enable all

# found FILE KERNEL CHECKS [LINE] prints the checks that report the kernel's bug, in a line that kernels.csv may name.
found() {
	jq -r --arg dir "$2/$2.go${4:+:$4:}" --arg checks "$3" '[.findings[]?
		| select(.check as $c | $checks | split(" ") | index($c))
		| select([.. | strings | select(contains($dir))] | length > 0) | .check] | unique | join(" ")' "$1"
}

# dynamic KERNEL prints what one run of it predicts and confirms.
dynamic() {
	local program status=0
	program=$(sed -n 's/.*register("\([^"]*\)".*/\1/p' "$module/$1/$1.go")
	timeout 300 "$tool" run -C "$module" -json "./$1" -- "$program" 2>"$work/$1.err" | tail -n 1 >"$work/$1.json" || status=$?
	((status == 0 || status == 3)) || { echo "exit status $status"; return; }
	jq -r '[.findings[]? | .status] | group_by(.) | map("\(length) \(.[0])") | join(", ")' "$work/$1.json"
}

"$run" && extra=" run |" rule=" --- |" || extra= rule=
echo "| kernel | class | by default | with all checks |$extra"
echo "| --- | --- | --- | --- |$rule"
total=0 default=0 all=0
while IFS=, read -r name class checks line; do
	wanted "$name" "$@" || continue
	d=$(found "$work/default.json" "$name" "$checks" "$line")
	a=$(found "$work/all.json" "$name" "$checks" "$line")
	total=$((total + 1))
	[[ -z $d ]] || default=$((default + 1))
	[[ -z $a ]] || all=$((all + 1))
	row="| $name | $class | $d | $a |"
	if "$run"; then row+=" $(dynamic "$name" </dev/null) |"; fi
	echo "$row"
done < <(sed 1d "$here/kernels.csv")
echo
echo "$default of $total found by default, $all with all checks"
