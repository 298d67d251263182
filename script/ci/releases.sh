#!/usr/bin/env bash
# The Go releases and systems that can be instrumented: with each release the
# deadlock of a small module is confirmed, every package with a file of ours
# compiles, the standard library compiles for every system, what crosses has the
# layout of the driver, and nothing that is patched is missing.
#
# usage: releases.sh [-quick] [RELEASE...]
#
#   -quick         without the race detector, and one other system with the local release
#   DEADLOCKLINT   the tool (built from this checkout)
#
# A release is a name for GOTOOLCHAIN, which downloads it, or "local" for the go
# command on the PATH.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64)
cells=(patterns deadlock race templates layouts)
quick=
if [[ ${1:-} == -quick ]]; then
	quick=true systems=(darwin/arm64) cells=(patterns deadlock templates layouts)
	shift
fi

cell_patterns() {
	abba
	"$tool" record env >variables 2>notes
	cat notes
	[[ ! -s notes ]]
}

# The program says which Go it was built with.
cell_deadlock() {
	abba
	local version
	version=$(go env GOVERSION)
	status 3 "$tool" test .
	status 3 "$tool" run . | tee output
	grep -q "^$version" output # an experiment may follow
}

cell_race() {
	abba
	status 3 "$tool" test -race .
}

# With the local release all of the library, with the others what is patched
# and whatever a test needs.
cell_compile() {
	abba
	eval "$("$tool" record env)"
	export GOOS=${2%/*} GOARCH=${2#*/}
	if [[ $1 == local ]]; then go build std; fi
	go test -c -o test .
	[[ $(hooks test) == yes ]]
}

# instrumented lists the packages with a file of ours: all other files of the
# shadow are links, or are the same as in the original.
instrumented() {
	local shadow=$1 original=$2 file
	find "$shadow/src" -type f -name '*.go' | sort | while read -r file; do
		file=${file#"$shadow/src/"}
		cmp -s "$shadow/src/$file" "$original/src/$file" || dirname "$file"
	done | uniq
}

# Every package with a file of ours compiles.
cell_templates() {
	local original packages broken
	abba
	original=$(go env GOROOT)
	eval "$("$tool" record env)"
	mapfile -t packages < <(instrumented "$GOROOT" "$original")
	printf '%s\n' "${packages[@]}"
	for name in runtime sync sync/atomic testing; do
		printf '%s\n' "${packages[@]}" | grep -qx "$name"
	done
	go build "${packages[@]}"
	go build -race runtime sync sync/atomic testing
	# The control: a template with an error in it.
	broken=src/runtime/zz_dl_rec.go
	{
		cat "$GOROOT/$broken"
		echo 'func dlBroken() int { return "text" }'
	} >broken.go
	echo "{\"Replace\": {\"$GOROOT/$broken\": \"$PWD/broken.go\"}}" >broken.json
	status 1 go build -overlay broken.json runtime
}

# What crosses between the driver and a program has one layout in both.
cell_layouts() {
	local release=$GOTOOLCHAIN
	if [[ $release == local ]]; then release=; fi
	(cd "$root" && GOTOOLCHAIN=local LAYOUT_RELEASE=$release go test -count=1 -run '^TestLayouts$' ./fuzzer/goroot)
}

releases=("$@")
if ((${#releases[@]} == 0)); then
	releases=(local go1.27.4 go1.25.4 go1.24.10)
fi
for release in "${releases[@]}"; do
	export GOTOOLCHAIN=$release
	for name in "${cells[@]}"; do
		cell "$release-$name" "cell_$name"
	done
	if [[ -n $quick && $release != local ]]; then continue; fi
	for system in "${systems[@]}"; do
		cell "$release-compile-${system/\//-}" cell_compile "$release" "$system"
	done
done
finish
