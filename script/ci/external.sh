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
go test -tags external -count=1 -v -run '^(TestCompletionBash|TestNewFrom|TestNewFromWithoutTests|TestMemoryEventsOfCgo|TestBuildIDElsewhere|TestBadInput)$/^(cgo)?$' ./cmd/deadlocklint/internal/dispatch |
	grep -v '^=== '
