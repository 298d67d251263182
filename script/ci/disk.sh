#!/usr/bin/env bash
# A recording on a disk that is full is not clean: tests pass, the trace is cut off,
# and "deadlocklint test" ends with exit status 1 and says why. The twin has room.
#
# The disk is a file system in memory, mounted in a namespace of its own; where that
# is not allowed the script says so and ends well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! unshare -rm sh -c "mount -t tmpfs -o size=1m none '$work'" 2>/dev/null; then
	echo "disk.sh: no file system can be mounted here; nothing was tried"
	exit 0
fi
go build -o "$work/deadlocklint" ./cmd/deadlocklint
mkdir "$work/m" "$work/tmp"
cat >"$work/m/go.mod" <<'END'
module example.com/full

go 1.24
END
cat >"$work/m/full_test.go" <<'END'
package full

import (
	"sync"
	"testing"
)

// TestMuch writes a trace of some megabytes: each goroutine and lock is new.
func TestMuch(t *testing.T) {
	for range 50000 {
		mu := new(sync.Mutex)
		done := make(chan bool)
		go func() {
			mu.Lock()
			mu.Unlock()
			close(done)
		}()
		<-done
	}
}
END
# Where the recording is has so many MB beside the test binary.
on() {
	unshare -rm sh -c '
		mount -t tmpfs -o size="$1" none "$2/tmp"
		export GOTMPDIR="$2" TMPDIR="$2/tmp"
		"$2/deadlocklint" test -C "$2/m" -static=false -tries=0 .
		echo "exit status $?"' sh "$1" "$work" 2>&1
}
full=$(on 12m) room=$(on 500m)
echo "$full" | sed 's/^/full: /'
grep -q 'exit status 1' <<<"$full" || { echo "disk.sh: a full disk is clean"; exit 1; }
grep -qE 'incomplete|free some space|took no more' <<<"$full" || { echo "disk.sh: no reason is given"; exit 1; }
grep -q 'exit status 0' <<<"$room" || { echo "$room"; echo "disk.sh: the twin is not clean"; exit 1; }
echo "disk.sh: a full disk is told from a clean run"
