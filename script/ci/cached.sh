#!/usr/bin/env bash
# Proves that the cache of go test keeps no result that is out of date. In a copy of the
# checkout, each of the files below is changed by a comment: a case, a template, a built-in
# source, an example, the command itself, a program in testdata. The package that depends on the file must run again.
# Without a change, the same command must be answered from the cache.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- -c | tar -x -C "$work"
cd "$work"

# The tests that are chosen here read the same files as those of their package that take long.
cases=./cmd/deadlocklint/internal/cases
declare -A chosen=(
	[$cases]='TestCases/^none$'
	[$cases/communication]='TestCases/^none$'
	[$cases/protocol]='TestCases/^none$'
	[$cases/races]='TestCases/^none$'
	[$cases/identity]='TestOneID/^none$'
	[./cmd/deadlocklint/internal/dispatch]='TestExamplesAreTold'
	[./pointer/alias]='TestLocks/^two$'
)

# outcome PACKAGE prints "cached" or "ran".
outcome() {
	local line
	line=$(go test -run "${chosen[$1]}" "$1" | grep '^ok') || { echo "failed" && return; }
	if [[ $line == *'(cached)'* ]]; then echo cached; else echo ran; fi
}

failed=0
# want PACKAGE OUTCOME WHY
want() {
	local got
	got=$(outcome "$1")
	if [[ $got == "$2" ]]; then
		echo "ok $2: $1, $3"
	else
		echo "FAILED: $got, want $2: $1, $3"
		failed=1
	fi
}

# changed PACKAGE FILE COMMENT runs the package with a line more in the file.
changed() {
	cp -p "$2" "$work/kept"
	if [[ $2 == *.txtar ]]; then
		{ echo "$3" && cat "$work/kept"; } >"$2"
	else
		echo "$3" >>"$2"
	fi
	want "$1" ran "$2 has changed"
	cp -p "$work/kept" "$2"
}

for package in "${!chosen[@]}"; do
	outcome "$package" >/dev/null
	want "$package" cached "nothing has changed"
done
changed $cases testdata/abba.txtar 'Changed.'
changed $cases fuzzer/goroot/template/sync/zz_dl.go.txt '// changed'
changed $cases fuzzer/pauses/plan.go '// changed'
changed $cases fuzzer/rt/agent.go '// changed'
changed $cases/protocol testdata/typestate/file.txtar 'Changed.'
changed $cases/races cmd/deadlocklint/internal/cases/races/testdata/counter.txtar 'Changed.'
changed ./cmd/deadlocklint/internal/dispatch examples/bank/bank.go '// changed'
changed $cases/identity cmd/deadlocklint/main.go '// changed'
changed ./pointer/alias pointer/alias/testdata/src/locks/one/main.go '// changed'
exit "$failed"
