#!/usr/bin/env bash
# Pictures of the page of -html for three deadlocks of testdata, one of them
# in dark too, and for a violated order of calls, into the directory that is named (doc/report without one). They need a
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

# A call that an automaton forbids.
unpack typestate/committed
status=0
(cd "$work/typestate/committed" && "$work/deadlocklint" test -keep rec -html "$work/protocol.html" . >"$work/protocol.txt" 2>&1) || status=$?
[[ $status == 3 ]] || { echo "protocol: exit status $status, want 3"; cat "$work/protocol.txt"; exit 1; }
picture "$work/protocol.html" protocol 1900
