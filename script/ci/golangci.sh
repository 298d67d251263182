#!/usr/bin/env bash
# golangci-lint with our plugin: built from its released module, as
# "golangci-lint custom" does from a clone, and run on testdata/hosts. Takes
# some two minutes of CPU with an empty build cache.
#
# usage: golangci.sh [VERSION]
#
#   VERSION  of golangci-lint (v2.15.0)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib.sh"
version=${1:-v2.15.0}

dir=$(cd "$work" && go mod download -json "github.com/golangci/golangci-lint/v2@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[[ -d $dir ]] || { echo "golangci-lint $version cannot be downloaded"; exit 1; }
cp -r "$dir" "$work/lint"
chmod -R u+w "$work/lint"
(
	cd "$work/lint"
	printf 'package main\n\nimport _ "github.com/deadlocklint/deadlocklint/golangci"\n' >cmd/golangci-lint/plugins.go
	go mod edit -require=github.com/deadlocklint/deadlocklint@v0.0.0 -replace="github.com/deadlocklint/deadlocklint=$root" \
		-require=github.com/deadlocklint/deadlocklint/golangci@v0.0.0 -replace="github.com/deadlocklint/deadlocklint/golangci=$root/golangci"
	go mod tidy 2>"$work/tidy.log" || { cat "$work/tidy.log"; exit 1; }
	go build -o "$work/golangci-lint" ./cmd/golangci-lint
)

export GOLANGCI_LINT_CACHE=$work/golangci-cache

# module fills the directory of the cell.
module() {
	cp -r "$root"/testdata/hosts/. .
	cp "$root/testdata/golangci.yml" .golangci.yml
}

# lint STATUS [ARGUMENT...] runs it and leaves what it says in the file said.
lint() {
	local want=$1
	shift
	status "$want" "$work/golangci-lint" run --show-stats=false "$@" ./... >said 2>&1 || { cat said; return 1; }
}

# issues REGEXP...: there is one for each, in the order of their places, and no other.
issues() {
	grep '(deadlocklint)$' said >shown || true
	local n=0
	for wanted; do
		n=$((n + 1))
		sed -n "${n}p" shown | grep -q "$wanted" || { echo "issue $n is not $wanted:"; cat said; return 1; }
	done
	[[ $(wc -l <shown) == "$n" ]] || { echo "want $n issues:"; cat said; return 1; }
}

# The cycle is over two packages, both sides of it are in the message, and what a
# comment of ours silences is not there.
found() {
	module
	lint 1
	issues '^drain.go:18:.*lock order cycle: m.Put (drain.go:18) .*store.Mu.*; m.Drain (drain.go:25) waits for m.mu' '^get.go:15:.*Get returns with m.T.mu locked'
}

# The fix is applied, and what the twin has not is not found in it.
fixed() {
	module
	mv drain.fixed drain.go
	lint 0 --fix
	issues
	grep -q 'defer x.mu.Unlock()' get.go
	go build ./...
	lint 0
}

silenced() {
	module
	mv drain.fixed drain.go
	sed -i 's|return 0|& //nolint:deadlocklint // the caller unlocks|' get.go
	lint 0
	sed -i 's|:deadlocklint|:nosuchlinter|' get.go
	lint 1
	issues '^get.go:15:'
}

# No form of its output has a place for a link.
unlinked() {
	module
	lint 1 --output.json.path "$PWD/json" --output.sarif.path "$PWD/sarif" --output.html.path "$PWD/html"
	grep -q 'lock order cycle' json
	grep -q 'lock order cycle' sarif
	status 1 grep -h 'doc/checks' json sarif html said
}

unknown() {
	module
	sed -i 's/enable: all/enabled: all/' .golangci.yml
	lint 3
	grep -q 'the settings are scope and enable' said
}

# listed: checks as a list of YAML; one that there is not is said.
listed() {
	module
	sed -i 's/enable: all/enable: [condsignal, waitgroup]/' .golangci.yml
	lint 1
	issues '^drain.go:18:' '^get.go:15:'
	sed -i 's/condsignal/nosuchcheck/' .golangci.yml
	lint 3
	grep -q 'there is no check "nosuchcheck"' said
}

cell "golangci-lint $version: two packages, both sides, our comment" found
cell "golangci-lint $version: --fix" fixed
cell "golangci-lint $version: //nolint:deadlocklint" silenced
cell "golangci-lint $version: no place for a link" unlinked
cell "golangci-lint $version: a setting that there is not" unknown
cell "golangci-lint $version: checks as a list" listed
finish
