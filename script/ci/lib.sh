# Sourced by the scripts of this directory: a scratch directory, the tool in
# $tool, and one line per cell.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
# The module cache of a cell is read-only.
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT

unset GOROOT GOFLAGS GOWORK GOEXPERIMENT GOOS GOARCH
for name in "${!DEADLOCKLINT_@}"; do
	unset "$name"
done

# Shadows of this run only; what is compiled goes to the usual build cache.
export DEADLOCKLINT_CACHE=$work/cache

passed=0
failed=0

# cell NAME COMMAND... runs a command in an empty directory, in a shell of its
# own, and shows what it wrote if it fails.
cell() {
	local name=$1
	shift
	mkdir -p "$work/cell/module"
	# Where a command is a condition, the shell ignores set -e.
	local status=0
	set +e
	(
		set -e
		cd "$work/cell/module"
		"$@"
	) >"$work/log" 2>&1
	status=$?
	set -e
	if ((status == 0)); then
		echo "ok $name"
		passed=$((passed + 1))
	else
		echo "FAIL $name"
		sed 's/^/    /' "$work/log" >&2
		failed=$((failed + 1))
	fi
	chmod -R u+w "$work/cell"
	rm -rf "$work/cell"
}

# finish ends the script with the counts.
finish() {
	echo "$passed passed, $failed failed"
	((failed == 0))
}

# abba writes a module with two goroutines that take two locks in opposite
# orders, at different times: no run of it deadlocks by itself.
abba() {
	cat >go.mod <<-'EOF'
		module example.com/abba

		go 1.24
	EOF
	cat >locks.go <<-'EOF'
		package main

		import (
			"sync"
			"time"
		)

		type pair struct{ a, b sync.Mutex }

		func (p *pair) forth() {
			p.a.Lock()
			defer p.a.Unlock()
			p.b.Lock()
			defer p.b.Unlock()
		}

		func (p *pair) back() {
			p.b.Lock()
			defer p.b.Unlock()
			p.a.Lock()
			defer p.a.Unlock()
		}

		func cross() {
			p, done := new(pair), make(chan bool, 2)
			go func() { p.forth(); done <- true }()
			go func() { time.Sleep(20 * time.Millisecond); p.back(); done <- true }()
			<-done
			<-done
		}
	EOF
	cat >main.go <<-'EOF'
		package main

		import (
			"fmt"
			"runtime"
		)

		func main() {
			cross()
			fmt.Println(runtime.Version())
		}
	EOF
	cat >main_test.go <<-'EOF'
		package main

		import "testing"

		func TestCross(t *testing.T) { cross() }
	EOF
}

# status WANT COMMAND... fails if the exit status is another one.
status() {
	local want=$1 got=0
	shift
	"$@" || got=$?
	if ((got != want)); then
		echo "exit status $got, want $want: $*"
		return 1
	fi
}

# hooks BINARY says whether it was built with the instrumented library.
hooks() {
	go tool nm "$1" >"$work/symbols"
	if grep -q ' runtime\.dlMode$' "$work/symbols"; then echo yes; else echo no; fi
}

tool=${DEADLOCKLINT:-}
if [[ -z $tool ]]; then
	tool=$work/deadlocklint
	(cd "$root" && go build -buildvcs=false -o "$tool" ./cmd/deadlocklint)
elif [[ $tool == */* ]]; then
	tool=$(realpath "$tool")
fi
