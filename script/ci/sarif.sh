#!/usr/bin/env bash
# SARIF documents of a static and of a dynamic command are valid: by the schema
# of the standard and by another reader.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${DEADLOCKLINT:?the binary to test}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd script/sarif && go build -o "$work/validate" .)

found=0
"$DEADLOCKLINT" -C passes/suite/testdata/textbook -sarif "$work/static.sarif" ./... >/dev/null || found=$?
[[ $found == 3 ]] || { echo "the textbook bugs: exit status $found, want 3"; exit 1; }
found=0
"$DEADLOCKLINT" -C testdata/hosts -sarif "$work/fixes.sarif" ./... >/dev/null || found=$?
[[ $found == 3 ]] || { echo "testdata/hosts: exit status $found, want 3"; exit 1; }
grep -q '"artifactChanges"' "$work/fixes.sarif" || { echo "there is no fix"; exit 1; }
found=0
"$DEADLOCKLINT" test -C examples -sarif "$work/confirmed.sarif" ./bank >/dev/null || found=$?
[[ $found == 3 ]] || { echo "examples/bank: exit status $found, want 3"; exit 1; }
grep -q '"level": "error"' "$work/confirmed.sarif" || { echo "a confirmed deadlock is no error"; exit 1; }
(cd script/sarif && "$work/validate" "$work/static.sarif" "$work/fixes.sarif" "$work/confirmed.sarif")
