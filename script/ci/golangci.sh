#!/usr/bin/env bash
# golangci-lint with our plugin: built from its released module, as
# "golangci-lint custom" does from a clone, and run on a module with a deadlock
# and on the same without it. Takes some five minutes of CPU with an empty cache.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1:-v2.15.0}
ours=$PWD

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
dir=$(cd "$work" && go mod download -json "github.com/golangci/golangci-lint/v2@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[[ -d $dir ]] || { echo "golangci-lint $version cannot be downloaded"; exit 1; }
cp -r "$dir" "$work/lint"
chmod -R u+w "$work/lint"
cd "$work/lint"
printf 'package main\n\nimport _ "github.com/deadlocklint/deadlocklint/golangci"\n' >cmd/golangci-lint/plugins.go
go mod edit -require=github.com/deadlocklint/deadlocklint@v0.0.0 -replace="github.com/deadlocklint/deadlocklint=$ours" \
	-require=github.com/deadlocklint/deadlocklint/golangci@v0.0.0 -replace="github.com/deadlocklint/deadlocklint/golangci=$ours/golangci"
go mod tidy
go build -o "$work/golangci-lint" ./cmd/golangci-lint

mkdir "$work/bug" "$work/fixed"
for case in bug fixed; do
	cd "$work/$case"
	printf 'module example.com/bank\n\ngo 1.24\n' >go.mod
	cp "$ours/testdata/golangci.yml" .golangci.yml
done
cp "$ours/internal/driver/demo/main.go.txt" "$work/bug/main.go"
cp "$ours/internal/driver/demo/ordered.go.txt" "$work/fixed/main.go"

cd "$work/bug"
if out=$("$work/golangci-lint" run ./... 2>&1); then
	printf 'the deadlock was not found:\n%s\n' "$out"
	exit 1
fi
grep -q 'lockorder: lock order cycle' <<<"$out" || { printf 'not our finding:\n%s\n' "$out"; exit 1; }
cd "$work/fixed"
"$work/golangci-lint" run ./... || { echo "found where nothing is"; exit 1; }
echo "ok golangci-lint $version"
