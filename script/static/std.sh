#!/usr/bin/env bash
# Looks at every package of the standard library in depth and reports panics.
# Findings do not matter here: the library is not our subject.
#
# usage: std.sh [PACKAGE...]
#
# Takes some minutes of CPU time. For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
packages=("$@")
if ((${#packages[@]} == 0)); then packages=(std); fi
log=$work/out/std.log
status=0
(cd "$(go env GOROOT)/src" && GOFLAGS= "$tool" check -test=false -scope std "${packages[@]}") >"$log" 2>&1 || status=$?
if grep -n -A 12 -E '^(panic:|fatal error:|runtime: |goroutine [0-9]+ \[running)' "$log"; then
	echo "std.sh: the analysis panics; see $log" >&2
	exit 1
fi
case $status in
0 | 3) echo "no panic" ;;
*)
	tail -3 "$log" >&2
	exit 1
	;;
esac
