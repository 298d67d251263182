#!/usr/bin/env bash
# Turns the 63 kernels of GoBench that Go's own source has (see README.md) into test
# files, and compares what one run of each shows: natively, by a dump of all
# goroutines one second after the test, and with "deadlocklint test".
#
# usage: tests.sh [-repaired] [-explore] [-ours] [-n REPETITIONS] [KERNEL...]
#
# A kernel becomes a test by rules that know none of them: the calls that write a
# profile go, the registration becomes a test function. The module says "go 1.13" and
# has a path without a dot. Nothing is downloaded.
#
# Natively a kernel counts when the dump has a goroutine with a frame in its file that
# is blocked at a channel, a lock, a Cond or a WaitGroup; with deadlocklint when a
# finding or a note that a run showed or confirmed has a position in its file. The last
# line counts both for each repetition.
#
# With -repaired the kernels that have a patch in the directory repaired are repaired
# before the conversion. Natively each repeats its test 20 times, and the dump waits at
# most 30 seconds while goroutines are left, since loops may go on for a while. Silent
# is a repaired kernel when the dump has no blocked goroutine of it, and "deadlocklint
# test" ends with status 0 without a finding or a note on a blocked goroutine in its
# file. The last line counts the silent ones; the exit status is 1 unless all are.
#
# With -explore it is "deadlocklint explore" of 300 schedules, and the table says under
# which schedule the first run ended badly and after how much time.
#
# With -ours there is no native run, which takes half of the time.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the results stay (temporary)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kernels=$(go env GOROOT)/src/runtime/testdata/testgoroutineleakprofile/goker
if [[ ! -d $kernels ]]; then
	echo "tests.sh: $(go version) does not have the kernels; run it with Go 1.26 or later" >&2
	exit 1
fi
repetitions=1 repaired= explore= ours=
while [[ ${1:-} == -* ]]; do
	case $1 in
	-repaired) repaired=true ;;
	-explore) explore=true ;;
	-ours) ours=true ;;
	-n) repetitions=$2 && shift ;;
	*) echo "usage: tests.sh [-repaired] [-explore] [-ours] [-n REPETITIONS] [KERNEL...]" >&2 && exit 2 ;;
	esac
	shift
done
command=test
[[ -z $explore ]] || command=explore
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
work=${KEEP:-$temporary}
mkdir -p "$work"
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)

module=$temporary/goker
mkdir -p "$module" "$temporary/native"
printf 'module goker\n\ngo 1.13\n' >"$module/go.mod"
wanted() { (($# == 1)) || [[ " ${*:2} " == *" $1 "* ]]; }

source "$here/convert.sh"

# The native run has a TestMain that dumps.
cat >"$temporary/native/main_test.go" <<'END'
package KERNEL

import (
	"os"
	"runtime"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	time.Sleep(time.Second)
	for i := 1; i < SECONDS && runtime.NumGoroutine() > 1; i++ {
		time.Sleep(time.Second) // loops that go on may be near their end
	}
	buf := make([]byte, 16<<20)
	os.Stderr.Write(buf[:runtime.Stack(buf, true)])
	os.Exit(code)
}
END

# native KERNEL [COUNT] runs the test COUNT times and prints in how many ways goroutines of it were blocked.
native() {
	[[ -z $ours ]] || { echo 0; return; }
	local dir=$module/$1
	local patience=1
	[[ -z $repaired ]] || patience=30
	sed "s/KERNEL/$1/; s/SECONDS/$patience/" "$temporary/native/main_test.go" >"$dir/main_test.go"
	(cd "$dir" && go test -c -vet=off -o "$temporary/native/$1" .) || exit 1
	rm "$dir/main_test.go"
	"$temporary/native/$1" -test.timeout "$((5 * ${2:-1}))s" -test.count "${2:-1}" >"$work/$1.native" 2>&1 </dev/null || true
	awk -v file="/$1_test.go:" 'BEGIN { RS = "" }
		$0 ~ /^goroutine [0-9]+ .*\[(chan (send|receive)|select|sync\.|semacquire)/ && index($0, file) { n++ }
		END { print n + 0 }' "$work/$1.native"
}

# statuses KERNEL WORD... prints which of the words a finding or a note in its file has.
statuses() {
	jq -r --arg file "$1/$1_test.go:" '[.findings[]? | select(.status | IN($ARGS.positional[]))
		| select([.. | strings | select(contains($file))] | length > 0) | .status] | unique | join(" ")' \
		"$work/$1.json" --args "${@:2}"
}

# run KERNEL prints the exit status of "deadlocklint test".
run() {
	local status=0
	local how=(test -timeout 5s)
	if [[ -n $explore ]]; then
		rm -rf "$temporary/kept"
		how=(explore -runs 300 -time 20s -keep "$temporary/kept")
	fi
	timeout 300 "$tool" "${how[0]}" -C "$module" -json "${how[@]:1}" "./$1" 2>"$work/$1.err" </dev/null | tail -n 1 >"$work/$1.json" || status=$?
	echo "$status"
}

# first prints the schedule of the first run that ended badly, -1 for the base schedule.
first() {
	jq -r '[.Endings[] | select(.End != 1 or .Failed or .Crash != "")] | if length == 0 then "none" else .[0] | "\(.Run) after \(.After / 1e6 | floor) ms" end' \
		"$temporary"/kept/explored.*/result.*.json 2>/dev/null || echo none
}

# dynamic KERNEL prints the words of what a run showed.
dynamic() {
	local status
	status=$(run "$1")
	((status == 0 || status == 1 || status == 3)) || { echo "exit status $status"; return; }
	statuses "$1" confirmed leaked left-blocked
}

# heard KERNEL prints what "deadlocklint test" says of a repaired kernel: nothing when it
# is silent.
heard() {
	local status words
	status=$(run "$1")
	words=$(statuses "$1" predicted confirmed leaked left-blocked || true)
	((status == 0)) || words="exit status $status${words:+, $words}"
	echo "$words"
}

declare -A class
names=()
while IFS=, read -r name kind _; do
	wanted "$name" "$@" || continue
	[[ -z $repaired || -f $here/repaired/$name.patch ]] || continue
	names+=("$name") class[$name]=$kind
	convert "$name"
done < <(sed 1d "$here/kernels.csv")

compare() {
	echo "| kernel | native | deadlocklint $command |${explore:+ first schedule |}"
	echo "| --- | --- | --- |${explore:+ --- |}"
	local ours=0 theirs=0 name n d
	for name in "${names[@]}"; do
		n=$(native "$name")
		d=$(dynamic "$name")
		((n == 0)) || theirs=$((theirs + 1))
		[[ -z $d || $d == exit* ]] || ours=$((ours + 1))
		echo "| $name | $n blocked | $d |${explore:+ $(first) |}"
	done
	echo
	echo "$ours of ${#names[@]} reported by deadlocklint $command, $theirs shown by a native run"
}

# silence fails unless all are silent.
silence() {
	echo "| repaired kernel | class | native, 20 times | deadlocklint $command |"
	echo "| --- | --- | --- | --- |"
	local silent=0 name n d
	for name in "${names[@]}"; do
		n=$(native "$name" 20)
		d=$(heard "$name")
		((n != 0)) || [[ -n $d ]] || silent=$((silent + 1))
		echo "| $name | ${class[$name]} | $n blocked | ${d:-silent} |"
	done
	echo
	echo "$silent of ${#names[@]} repaired kernels are silent"
	((silent == ${#names[@]}))
}

status=0
for ((i = 1; i <= repetitions; i++)); do
	if [[ -n $repaired ]]; then
		silence || status=1
	else
		compare
	fi
done
exit "$status"
