#!/usr/bin/env bash
# Pictures of the page of -html for three deadlocks of testdata, one of them
# in dark too, for an exploration and for a violated order of calls, into the directory that
# is named (doc/report without one). They need a
# Chromium: CHROMIUM names it.
set -euo pipefail
cd "$(dirname "$0")/../.."

out=${1:-doc/report}
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -n $chromium ]] || { echo "no Chromium here: install one, or name it in CHROMIUM"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/deadlocklint" ./cmd/deadlocklint
mkdir -p "$out"

# unpack CASE: the files of testdata/CASE.txtar into a directory of that name.
unpack() {
	mkdir -p "$work/$1"
	awk -v dir="$work/$1" '/^-- .* --$/ { file = dir "/" $2; next } file { print > file }' "testdata/$1.txtar"
}

# picture PAGE NAME HEIGHT [FLAG...]
picture() {
	local page=$1 name=$2 height=$3
	shift 3
	"$chromium" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
		--window-size="1200,$height" --screenshot="$out/$name.png" "$@" "file://$page" >/dev/null 2>&1
	[[ -s $out/$name.png ]] || { echo "$chromium made no picture of $page"; exit 1; }
	echo "$out/$name.png"
}

for pair in abba=bank_transfer cond=cond_wait_other_lock channel=chan_semaphore; do
	name=${pair%=*} case=${pair#*=}
	unpack "$case"
	status=0
	(cd "$work/$case" && "$work/deadlocklint" run -keep rec -html "$work/$name.html" . >"$work/$name.txt" 2>&1) || status=$?
	[[ $status == 3 ]] || { echo "$case: exit status $status, want 3"; cat "$work/$name.txt"; exit 1; }
	picture "$work/$name.html" "$name" 1900
done
# The recorded run and the table of the lock order, which are closed at first, in dark.
sed 's/<details><summary>The lock/<details open><summary>The lock/; s/<details class="recorded">/<details class="recorded" open>/' "$work/abba.html" >"$work/open.html"
picture "$work/open.html" abba-dark 4000 --force-dark-mode --blink-settings=preferredColorScheme=0

# An exploration, with the schedule of its finding and the curve of its classes.
unpack bank_transfer
mkdir -p "$work/explored"
sed 's/^package main/package bank/; /^func main/,$d; /"fmt"/d; /"time"/d' "$work/bank_transfer/main.go" >"$work/explored/bank.go"
cp "$work/bank_transfer/go.mod" "$work/explored"
cat >"$work/explored/bank_test.go" <<'END'
package bank

import (
	"sync"
	"testing"
)

func TestTransfer(t *testing.T) {
	a, b := &Account{id: 1}, &Account{id: 2}
	var wg sync.WaitGroup
	wg.Go(func() { Transfer(a, b, 10) })
	wg.Go(func() { Transfer(b, a, 20) })
	wg.Wait()
}
END
status=0
(cd "$work/explored" && go mod edit -go=1.25 && "$work/deadlocklint" explore -runs 300 -keep rec -html "$work/explore.html" . >"$work/explore.txt" 2>&1) || status=$?
[[ $status == 3 ]] || { echo "explore: exit status $status, want 3"; cat "$work/explore.txt"; exit 1; }
picture "$work/explore.html" explore 4150

# A call that an automaton forbids.
unpack typestate/committed
status=0
(cd "$work/typestate/committed" && "$work/deadlocklint" test -keep rec -html "$work/protocol.html" . >"$work/protocol.txt" 2>&1) || status=$?
[[ $status == 3 ]] || { echo "protocol: exit status $status, want 3"; cat "$work/protocol.txt"; exit 1; }
picture "$work/protocol.html" protocol 1900
