#!/usr/bin/env bash
# Functions of tests.sh and of ../capp/run.sh, which set here (this directory), kernels (of
# Go's source), module, temporary, and repaired when kernels are to be repaired first.

# repair KERNEL applies its patch to a copy.
repair() {
	mkdir -p "$temporary/source"
	patch --silent --force -o "$temporary/source/$1.go" "$kernels/$1.go" "$here/repaired/$1.patch"
}

# convert KERNEL
convert() {
	local source=$kernels/$1.go
	mkdir -p "$module/$1"
	if [[ -n $repaired ]]; then
		repair "$1"
		source=$temporary/source/$1.go
	fi
	sed -E -e "s/^package main$/package $1/" -e 's/^import \($/import (\n\t"testing"/' \
		-e '/^\t"(os|runtime\/pprof)"$/d' -e '/prof := pprof\.Lookup|prof\.WriteTo/d' \
		-e '/^func init\(\) \{$/{N;s/func init\(\) \{\n\tregister(Init)?\("([A-Za-z0-9]+)", ([A-Za-z0-9_]+)\)/func Test\2(t *testing.T) {\n\t\3()/}' \
		-e 's/\byieldCount\b/10/' "$source" >"$module/$1/$1_test.go"
}
