#!/usr/bin/env bash
# staticcheck, of a fixed version, on each module of the repository. It finds nothing: a finding is repaired at its
# reason, and no comment or configuration silences one. Each set of build tags is a run of its own, so that a helper
# that only the tests of a tag call is in a file with that tag.
#
# usage: staticcheck.sh [-systems]
#
#   -systems  runs for Windows and macOS, too
set -euo pipefail
version=v0.8.2 # 2026.2.2

cd "$(dirname "$0")/../.."
systems=("")
while (($# > 0)); do
	case $1 in
	-systems) systems=("" windows darwin) ;;
	*) echo "staticcheck.sh: unknown argument $1; see the usage in this file" >&2 && exit 2 ;;
	esac
	shift
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
GOBIN=$work go install "honnef.co/go/tools/cmd/staticcheck@$version"

# modules prints the directories. Those of known bugs are left out: each of their programs needs a module of its own,
# which a script makes. Stubs stand in for modules of others.
modules() {
	git ls-files --cached --others --exclude-standard 'go.mod' '*/go.mod' | grep -v -e '/testdata/' -e '^testdata/' \
		-e '^script/realbugs/' -e '^script/typestate/bugs/' -e '^script/static/stubs/' | xargs -n1 dirname
}

# tagged prints the tags that the tests of a module have, as sets: none, rest, and all of them.
tagged() {
	echo "none"
	local all
	all=$(git ls-files --cached --others --exclude-standard "$1/*_test.go" | grep -v /testdata/ | xargs -r sed -sn "1s|^//go:build \([a-z][a-z]*\).*|\1|p" | grep -vx unix | sort -u | paste -sd,) || true
	if [[ $all == *rest* ]]; then echo "rest"; fi
	if [[ -n $all && $all != rest ]]; then echo "$all"; fi
}

failed=0
while read -r module; do
	while read -r tags; do
		for system in "${systems[@]}"; do
			if (cd "$module" && GOFLAGS='' GOOS=$system "$work/staticcheck" -tags "${tags/#none/}" ./... >"$work/found" 2>&1); then
				echo "ok $module, tags $tags${system:+, $system}"
			else
				echo "FAIL $module, tags $tags${system:+, $system}"
				cat "$work/found"
				failed=$((failed + 1))
			fi
		done
	done < <(tagged "$module")
done < <(modules)
((failed == 0))
