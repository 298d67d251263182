#!/usr/bin/env bash
# nogo of Bazel's rules_go with our checks, without Bazel: its own generator makes
# the main package, its own sources are compiled with it, and the result is run as
# the rule runs it, one package after the other with the facts of those before, on
# testdata/hosts. What Bazel would do besides (the BUILD files, the toolchain) is not
# tried.
#
# usage: nogo.sh [VERSION]
#
#   VERSION  of rules_go (v0.65.0)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib.sh"
cd "$root"
version=${1:-v0.65.0}

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
	sed -n '/^```json$/,/^```$/p' "$root/doc/golangci.md" | grep -v '^```' | sed 's|example.com/our|example.com/m|' >config.json
	GO111MODULE=off go run -ldflags='-X main.rulesGoStdlibPrefix=@io_bazel_rules_go//stdlib:' $sources path.go gennogomain -config config.json -output "$work/nogo/generated.go" "${args[@]}"
	cp $(sed -n '/name = "nogo_srcs"/,/\]/s/.*"\(.*\.go\)",.*/\1/p' "$dir/go/tools/builders/BUILD.bazel") "$work/nogo"
)
cd "$work/nogo"
cat >go.mod <<EOF
module golang.org/x/tools/nogo

go 1.26.0

require github.com/deadlocklint/deadlocklint v0.0.0

replace github.com/deadlocklint/deadlocklint => $root
EOF
go mod tidy 2>"$work/tidy.log" || { cat "$work/tidy.log"; exit 1; }
go build -o "$work/nogo/nogo" .

# module fills the directory of the cell.
module() { cp -r "$root"/testdata/hosts/. .; }

# nogo STATUS [ARGUMENT...] runs it on the packages of the module; the last one is a
# target of its own, the other is its dependency. What it says goes to the file said.
nogo() {
	local want=$1
	shift
	local go
	go=$(go env GOVERSION | sed 's/^go//')
	go list -deps -export -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' ./... >importcfg
	"$work/nogo/nogo" -importcfg importcfg -p example.com/m/store -go_version "$go" -x store.facts -facts_only store/store.go
	status "$want" "$work/nogo/nogo" -importcfg importcfg -p example.com/m -go_version "$go" -fact example.com/m/store=store.facts -x m.facts "$@" ./*.go >said 2>&1 || { cat said; return 1; }
}

# lines REGEXP...: it said one line for each, and no other.
lines() {
	grep '^\./\|^[a-z]*\.go:' said | sort >shown || true
	local n=0
	for wanted; do
		n=$((n + 1))
		sed -n "${n}p" shown | grep -q "$wanted" || { echo "line $n is not $wanted:"; cat said; return 1; }
	done
	[[ $(wc -l <shown) == "$n" ]] || { echo "want $n lines:"; cat said; return 1; }
}

# The cycle is over two packages, both sides of it are in the message, and what a
# comment of ours silences is not there. A line has no place for a link.
found() {
	module
	nogo 3
	lines 'drain.go:18:.*lock order cycle: m.Put (drain.go:18) .*store.Mu.*; m.Drain (drain.go:25) waits for m.mu.*(lockorder)' 'get.go:15:.*Get returns with m.T.mu locked.*(missingunlock)'
	status 1 grep 'doc/checks' said
}

# The patch that it writes is applied, and what the twin has not is not found in it.
fixed() {
	module
	mv drain.fixed drain.go
	mkdir fixes
	nogo 3 -fix_dir fixes
	git apply fixes/nogo.patch
	grep -q 'defer x.mu.Unlock()' get.go
	nogo 0
	lines
}

silenced() {
	module
	mv drain.fixed drain.go
	sed -i 's|return 0|& //nolint:missingunlock // the caller unlocks|' get.go
	nogo 0
	sed -i 's|:missingunlock|:nosuchlinter|' get.go
	nogo 3
	lines 'get.go:15:'
}

cell "nogo of rules_go $version: two packages, both sides, our comment" found
cell "nogo of rules_go $version: its patch" fixed
cell "nogo of rules_go $version: //nolint:missingunlock" silenced
finish
