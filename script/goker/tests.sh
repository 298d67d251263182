#!/usr/bin/env bash
# Turns the 63 kernels of GoBench that Go's own source has (see README.md) into test
# files, and compares what one run of each shows: natively, by a dump of all
# goroutines one second after the test, and with "deadlocklint test".
#
# usage: tests.sh [-n REPETITIONS] [KERNEL...]
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
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the results stay (temporary)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kernels=$(go env GOROOT)/src/runtime/testdata/testgoroutineleakprofile/goker
if [[ ! -d $kernels ]]; then
	echo "tests.sh: $(go version) does not have the kernels; run it with Go 1.26 or later" >&2
	exit 1
fi
repetitions=1
if [[ ${1:-} == -n ]]; then
	repetitions=$2
	shift 2
fi
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

# convert KERNEL
convert() {
	mkdir -p "$module/$1"
	sed -E -e "s/^package main$/package $1/" -e 's/^import \($/import (\n\t"testing"/' \
		-e '/^\t"(os|runtime\/pprof)"$/d' -e '/prof := pprof\.Lookup|prof\.WriteTo/d' \
		-e '/^func init\(\) \{$/{N;s/func init\(\) \{\n\tregister(Init)?\("([A-Za-z0-9]+)", ([A-Za-z0-9_]+)\)/func Test\2(t *testing.T) {\n\t\3()/}' \
		-e 's/\byieldCount\b/10/' "$kernels/$1.go" >"$module/$1/$1_test.go"
}

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
	buf := make([]byte, 16<<20)
	os.Stderr.Write(buf[:runtime.Stack(buf, true)])
	os.Exit(code)
}
END

# native KERNEL prints in how many ways goroutines of it were blocked.
native() {
	local dir=$module/$1
	sed "s/KERNEL/$1/" "$temporary/native/main_test.go" >"$dir/main_test.go"
	(cd "$dir" && go test -c -vet=off -o "$temporary/native/$1" .) || exit 1
	rm "$dir/main_test.go"
	"$temporary/native/$1" -test.timeout 5s >"$work/$1.native" 2>&1 </dev/null || true
	awk -v file="/$1_test.go:" 'BEGIN { RS = "" }
		$0 ~ /^goroutine [0-9]+ .*\[(chan (send|receive)|select|sync\.|semacquire)/ && index($0, file) { n++ }
		END { print n + 0 }' "$work/$1.native"
}

# dynamic KERNEL prints the words of what a run showed.
dynamic() {
	local status=0
	timeout 300 "$tool" test -C "$module" -json -timeout 5s "./$1" >"$work/$1.json" 2>"$work/$1.err" </dev/null || status=$?
	((status == 0 || status == 1 || status == 3)) || { echo "exit status $status"; return; }
	jq -r --arg file "$1/$1_test.go:" '[.findings[]? | select(.status == "confirmed" or .status == "leaked" or .status == "left-blocked")
		| select([.. | strings | select(contains($file))] | length > 0) | .status] | unique | join(" ")' "$work/$1.json"
}

names=()
while IFS=, read -r name _; do
	wanted "$name" "$@" || continue
	names+=("$name")
	convert "$name"
done < <(sed 1d "$here/kernels.csv")

for ((i = 1; i <= repetitions; i++)); do
	echo "| kernel | native | deadlocklint test |"
	echo "| --- | --- | --- |"
	ours=0 theirs=0
	for name in "${names[@]}"; do
		n=$(native "$name")
		d=$(dynamic "$name")
		((n == 0)) || theirs=$((theirs + 1))
		[[ -z $d || $d == exit* ]] || ours=$((ours + 1))
		echo "| $name | $n blocked | $d |"
	done
	echo
	echo "$ours of ${#names[@]} reported by deadlocklint test, $theirs shown by a native run"
done
