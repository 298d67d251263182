#!/usr/bin/env bash
# The tests that need more than Go: git, bash and a C compiler.
#
# usage: external.sh
set -euo pipefail

for tool in git bash gcc; do
	if ! command -v "$tool" >/dev/null; then
		echo "external.sh: there is no $tool; install it" >&2
		exit 1
	fi
done
cd "$(dirname "$0")/../.."
said=$(mktemp)
trap 'rm -f "$said"' EXIT
go test -tags external,rest -count=1 -v -run '^(TestCompletionBash|TestNewFrom|TestNewFromWithoutTests|TestMemoryEventsOfCgo|TestBuildIDElsewhere|TestBadInput)$/^(cgo)?$' ./cmd/deadlocklint/internal/dispatch |
	grep -v '^=== ' | tee "$said"
grep -q 'PASS: TestBadInput/cgo' "$said" || { echo "external.sh: the case cgo of TestBadInput did not run" >&2; exit 1; }
