#!/usr/bin/env bash
# nogo of Bazel's rules_go with our checks, without Bazel: its own generator makes
# the main package, its own sources are compiled with it, and the result is run as
# the rule runs it, one package after the other with the facts of those before:
# on a deadlock over two packages and on the same repaired. What Bazel would do besides
# (the BUILD files, the toolchain) is not tried.
#
# usage: nogo.sh [VERSION]
#
#   VERSION  of rules_go (v0.65.0)
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1:-v0.65.0}
ours=$PWD

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
dir=$(cd "$work" && go mod download -json "github.com/bazelbuild/rules_go@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[[ -d $dir ]] || { echo "rules_go $version cannot be downloaded"; exit 1; }

# The checks and the configuration are those of doc/golangci.md: Bazel's labels are import paths here.
checks=$(sed -n 's|.*"@com_github_deadlocklint_deadlocklint//\(.*\)",|github.com/deadlocklint/deadlocklint/\1|p' doc/golangci.md)
[[ -n $checks ]] || { echo "doc/golangci.md names no checks"; exit 1; }

# Bazel does not know of internal packages: nogo imports one of x/tools.
mkdir "$work/nogo" "$work/builder"
cp "$dir"/go/tools/builders/*.go "$work/builder"
(
	cd "$work/builder"
	rm -f ./*_test.go
	sources=$(sed -n '/name = "builder_srcs"/,/select/s/.*"\(.*\.go\)",.*/\1/p' "$dir/go/tools/builders/BUILD.bazel")
	args=()
	for check in $checks; do args+=(-analyzer_importpath "$check"); done
	sed -n '/^```json$/,/^```$/p' "$ours/doc/golangci.md" | grep -v '^```' | sed 's|example.com/our|example.com/m|' >config.json
	GO111MODULE=off go run -ldflags='-X main.rulesGoStdlibPrefix=@io_bazel_rules_go//stdlib:' $sources path.go gennogomain -config config.json -output "$work/nogo/generated.go" "${args[@]}"
	cp $(sed -n '/name = "nogo_srcs"/,/\]/s/.*"\(.*\.go\)",.*/\1/p' "$dir/go/tools/builders/BUILD.bazel") "$work/nogo"
)
cd "$work/nogo"
cat >go.mod <<EOF
module golang.org/x/tools/nogo

go 1.26.0

require github.com/deadlocklint/deadlocklint v0.0.0

replace github.com/deadlocklint/deadlocklint => $ours
EOF
go mod tidy 2>"$work/tidy.log" || { cat "$work/tidy.log"; exit 1; }
go build -o "$work/nogo/nogo" .

# A module of two packages: a lock of the first is taken under one of the second,
# and, in the deadlock, also the other way round.
mkdir -p "$work/m/store"
cd "$work/m"
cat >go.mod <<'EOF'
module example.com/m

go 1.24
EOF
cat >store/store.go <<'EOF'
// Package store keeps values.
package store

import "sync"

// Mu guards the values.
var Mu sync.Mutex

var values []int

// Add adds a value.
func Add(v int) {
	Mu.Lock()
	defer Mu.Unlock()
	values = append(values, v)
}
EOF

# m FIRST SECOND writes the package that uses it: Drain takes the two locks in that
# order.
m() {
	cat >m.go <<-EOF
		// Package m counts what it stores.
		package m

		import (
			"sync"

			"example.com/m/store"
		)

		var mu sync.Mutex

		// Put has its own lock when it takes that of the store.
		func Put(v int) {
			mu.Lock()
			defer mu.Unlock()
			store.Add(v)
		}

		// Drain takes both.
		func Drain() {
			$1.Lock()
			defer $1.Unlock()
			$2.Lock()
			defer $2.Unlock()
		}
	EOF
}

# nogo PACKAGE... runs it on the packages of the module; the last one is a target of
# its own, the others are its dependencies.
nogo() {
	go list -deps -export -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' ./... >importcfg
	"$work/nogo/nogo" -importcfg importcfg -p example.com/m/store -go_version "$(go env GOVERSION | sed 's/^go//')" -x store.facts -facts_only store/store.go
	"$work/nogo/nogo" -importcfg importcfg -p example.com/m -go_version "$(go env GOVERSION | sed 's/^go//')" -fact example.com/m/store=store.facts -x m.facts m.go
}

m store.Mu mu
if out=$(nogo 2>&1); then
	printf 'the deadlock was not found:\n%s\n' "$out"
	exit 1
fi
grep -q 'm.go:.*lock order cycle.*(lockorder)' <<<"$out" || { printf 'not our finding:\n%s\n' "$out"; exit 1; }
m mu store.Mu
out=$(nogo 2>&1) || { printf 'found where nothing is:\n%s\n' "$out"; exit 1; }
echo "ok nogo of rules_go $version"
