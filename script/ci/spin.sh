#!/usr/bin/env bash
# Compares the model checker of trace programs with SPIN, which must be
# installed (Debian: apt-get install spin), on random programs. Takes a minute.
#
# usage: spin.sh
set -euo pipefail

if ! command -v spin >/dev/null; then
	echo "spin.sh: there is no spin; install it" >&2
	exit 1
fi
cd "$(dirname "$0")/../.."
go test -tags spin -count=1 -v -run '^TestSpin$' ./condvar
