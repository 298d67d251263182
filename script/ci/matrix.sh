#!/usr/bin/env bash
# A small module with one deadlock in every setting that changes how Go builds
# or runs it. A cell passes when deadlocklint confirms the deadlock, when the
# plain go command gives the same cached result and a binary without hooks
# afterwards, and when no file of the module has changed.
#
# usage: matrix.sh [CELL...]
#
#   DEADLOCKLINT   the tool (built from this checkout)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# files prints the names and contents of the tree.
files() { find . -type f -exec cksum {} + | sort; }

# lint COMMAND FLAGS... confirms the deadlock of the module in the current
# directory; the rest of the tree and plain builds stay as they were.
lint() {
	local before after
	plain "$@" >/dev/null
	before=$(files)
	status 3 "$tool" "$@" . >"$work/out"
	cat "$work/out"
	grep -q '^1 deadlock confirmed' "$work/out"
	after=$(plain "$@")
	echo "$after"
	grep -q '(cached)' <<<"$after"
	[[ $(files) == "$before" ]]
	go build "${build[@]}" -o "$work/plain" .
	[[ $(hooks "$work/plain") == no ]]
}

# plain COMMAND FLAGS... runs the tests without deadlocklint.
plain() {
	local flags=("${@:2}")
	go test "${flags[@]}" .
}

# both FLAGS... does it for the tests and for the program.
both() {
	build=("$@")
	lint test "$@"
	lint run "$@"
}

build=()

cell_plain() {
	abba
	both
}

# library moves the locks to a module of their own, next to the first one.
library() {
	mkdir app lib
	(cd app && abba && rm locks.go)
	(cd app && abba_library ../lib)
}

abba_library() {
	(cd "$1" && abba && rm main.go main_test.go && sed -i.orig -e 's/package main/package lib/' -e 's/func cross/func Cross/' locks.go && rm locks.go.orig)
	printf 'module example.com/lib\n\ngo 1.24\n' >"$1/go.mod"
	printf 'package main\n\nimport "example.com/lib"\n\nfunc cross() { lib.Cross() }\n' >locks.go
}

cell_vendor() {
	library
	cd app
	go mod edit -require=example.com/lib@v0.0.0 -replace=example.com/lib=../lib
	go mod vendor
	rm -r ../lib
	both
}

cell_workspace() {
	library
	go work init ./app ./lib
	cd app
	both
}

# hidden moves a file out of sight unless the tag "shown" is given.
hidden() {
	abba
	sed -i.orig '1i\
//go:build shown\

' locks.go
	rm locks.go.orig
}

cell_goflags() {
	hidden
	export GOFLAGS='-tags=shown -v'
	both
}

cell_ldflags_in_goflags() {
	abba
	printf 'package main\n\nvar version = "unset"\n\nfunc init() { println("version", version) }\n' >version.go
	export GOFLAGS='-ldflags=-X=main.version=1.2'
	both
	status 3 "$tool" run -tries=0 . 2>&1 | grep -x 'version 1.2'
}

cell_tags() {
	hidden
	both -tags=shown
}

cell_overlay() {
	abba
	mkdir ../elsewhere
	mv locks.go ../elsewhere/locks.go
	echo "{\"Replace\": {\"$PWD/locks.go\": \"$(cd ../elsewhere && pwd)/locks.go\"}}" >overlay.json
	both -overlay=overlay.json
}

cell_overlay_in_goflags() {
	abba
	mkdir ../elsewhere
	mv locks.go ../elsewhere/locks.go
	echo "{\"Replace\": {\"$PWD/locks.go\": \"$(cd ../elsewhere && pwd)/locks.go\"}}" >overlay.json
	export GOFLAGS=-overlay=$PWD/overlay.json
	both
}

cell_cgo() {
	abba
	cat >c.go <<-'EOF'
		package main

		// int goTwice(int);
		// static int twice(int x) { return goTwice(x); }
		import "C"

		//export goTwice
		func goTwice(x C.int) C.int { return 2 * x }

		func init() {
			if C.twice(21) != 42 {
				panic("cgo")
			}
		}
	EOF
	export CGO_ENABLED=1
	both
}

# callbacks METHOD has the second goroutine of the module call a method on a
# thread that C made, as libraries in C do.
callbacks() {
	abba
	cat >c.go <<-EOF
		package main

		// #cgo LDFLAGS: -lpthread
		// #include <pthread.h>
		// void goCallback(void);
		// static void *body(void *unused) { goCallback(); return 0; }
		// static int onThread(void) {
		//	pthread_t t;
		//	int err = pthread_create(&t, 0, body, 0);
		//	return err ? err : pthread_join(t, 0);
		// }
		import "C"

		var called *pair

		//export goCallback
		func goCallback() { called.$1() }

		func fromC(p *pair) {
			called = p
			if C.onThread() != 0 {
				panic("no thread")
			}
		}
	EOF
	sed -i.orig -e 's/p\.back(); done/fromC(p); done/' locks.go
	rm locks.go.orig
	export CGO_ENABLED=1
}

cell_callbacks_from_c() {
	callbacks back
	both
	grep -q '^not modelled: .*callbacks from C' "$work/out"
}

cell_callbacks_from_c_in_one_order() {
	callbacks forth
	for command in test run; do
		status 0 "$tool" $command . >"$work/out"
		cat "$work/out"
		grep -q '^nothing found' "$work/out"
	done
}

# recorder builds the module as a Makefile would.
recorder() {
	abba
	(
		eval "$("$tool" record env)"
		"$GOROOT/bin/go" build -ldflags='-s=false -w=false' -o abba .
	)
	export DEADLOCKLINT_MODE=1
}

# Containers that share a directory all have a process 1.
cell_reused_pids() {
	recorder
	mkdir rec
	for _ in 1 2 3; do
		DEADLOCKLINT_DIR=$PWD/rec unshare --user --map-root-user --pid --fork ./abba
	done
	[[ $(find rec -name 't.1.*.dltrace' | wc -l) == 3 ]]
	"$tool" confirm -tries 0 rec | tee "$work/out"
	grep -q 'abba.pair.a' "$work/out"
	if grep 'incomplete' "$work/out"; then false; fi
}

# The disk is full after a part of the trace: the program does not notice, and
# the part counts.
cell_full_disk() {
	recorder
	sed -i.orig -e 's/^\t*cross()$/cross(); time.Sleep(100 * time.Millisecond); for range 20000 { make(chan int, 1) <- 1 }/' -e 's/"runtime"/"runtime"; "time"/' main.go
	rm main.go.orig
	(
		eval "$("$tool" record env)"
		"$GOROOT/bin/go" build -ldflags='-s=false -w=false' -o abba .
	)
	mkdir small
	unshare --user --map-root-user --mount bash -c 'mount -t tmpfs -o size=160k none small && DEADLOCKLINT_DIR=$PWD/small ./abba && cp -r small rec'
	"$tool" confirm -tries 0 rec | tee "$work/out"
	grep -q 'abba.pair.a' "$work/out"
	grep -q '^incomplete: ' "$work/out"
}

cell_cgo_off() {
	abba
	export CGO_ENABLED=0
	both
}

cell_pgo() {
	abba
	mkdir ../profile
	cat >../profile/main.go <<-'EOF'
		package main

		import (
			"os"
			"runtime/pprof"
			"sync"
			"time"
		)

		func main() {
			if err := pprof.StartCPUProfile(os.Stdout); err != nil {
				panic(err)
			}
			defer pprof.StopCPUProfile()
			var mu sync.Mutex
			for end := time.Now().Add(time.Second); time.Now().Before(end); {
				mu.Lock()
				mu.Unlock()
			}
		}
	EOF
	go run ../profile/main.go >default.pgo
	both
}

cell_race() {
	abba
	both -race
}

cell_cover() {
	abba
	both -cover
}

cell_trimpath() {
	abba
	both -trimpath
}

# The program says which Go it was built with.
cell_toolchain_line() {
	abba
	go mod edit -toolchain=go1.27.4
	export GOTOOLCHAIN=auto
	both
	status 3 "$tool" run -tries=0 . | grep '^go1\.27\.4'
}

cell_old_go_line() {
	abba
	go mod edit -go=1.18
	both
}

cell_one_processor() {
	abba
	export GOMAXPROCS=1
	both
}

cell_lock_os_thread() {
	abba
	sed -i.orig -e 's/go func() {/& runtime.LockOSThread(); defer runtime.UnlockOSThread();/' -e 's/"sync"/"runtime"; &/' locks.go
	rm locks.go.orig
	both
}

cell_main_locked_to_thread() {
	abba
	printf 'package main\n\nimport "runtime"\n\nfunc init() { runtime.LockOSThread() }\n' >lock.go
	both
}

# child makes the module's test run command after the deadlock's two goroutines.
child() {
	abba
	cat >child_test.go <<-EOF
		package main

		import (
			"os"
			"os/exec"
			"testing"
		)

		func TestChild(t *testing.T) {
			if os.Getenv("ABBA_CHILD") != "" {
				t.Skip("this is the child")
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("ABBA_CHILD", "1")
			for _, argv := range [][]string{$1} {
				out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", argv, err, out)
				}
			}
			_ = self
		}
	EOF
}

cell_tests_that_start_go() {
	child '{"go", "version"}, {"go", "list", "std"}, {"go", "vet", "."}, {"go", "run", "."}, {"go", "test", "-count=1", "."}'
	lint test
}

cell_tests_that_start_themselves() {
	child '{self, "-test.v"}'
	lint test
}

# The deadlock is in the child alone.
cell_deadlock_in_a_child() {
	child '{self, "-test.v"}'
	sed -i.orig -e 's/{ cross() }/{ if os.Getenv("ABBA_CHILD") != "" { cross() } }/' -e 's/^import "testing"/import ("os"; "testing")/' main_test.go
	rm main_test.go.orig
	lint test
}

cell_other_directory() {
	mkdir -p module
	(cd module && abba)
	status 3 "$tool" test -C "$PWD/module" .
	status 3 "$tool" run -C "$PWD/module" .
}

cell_modfile() {
	abba
	mv go.mod other.mod
	printf 'module example.com/other\n' >go.mod
	both -modfile=other.mod
}

names=("$@")
if ((${#names[@]} == 0)); then
	readarray -t names < <(compgen -A function cell_)
fi
for name in "${names[@]#cell_}"; do
	cell "$name" "cell_$name"
done
finish
