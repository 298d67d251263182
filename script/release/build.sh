#!/usr/bin/env bash
# Builds the archives of a release from a clean checkout of its tag: one for each platform,
# with the program, README, LICENSE and CHANGELOG, and SHA256SUMS and the notes beside them. The version in
# a program is that of its build information, which the go command takes from the tag. Two builds
# of one tag with one Go give the same bytes.
#
# usage: build.sh VERSION DIRECTORY [PLATFORM...]
#   build.sh v1.2.3 dist
#   build.sh v1.2.3 dist linux/amd64
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
	echo "build.sh: $1" >&2
	exit 1
}

[[ $# -ge 2 ]] || fail "usage: build.sh VERSION DIRECTORY [PLATFORM...]"
version=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
platforms=("$@")
[[ $# -gt 0 ]] || platforms=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64)

git describe --exact-match --tags --match "$version" >/dev/null 2>&1 || fail "HEAD has no tag $version; check it out"
[[ -z $(git status --porcelain) ]] || fail "the checkout has changes; commit them or build from a clone"

notes=$out/NOTES.md
awk -v heading="## $version" '
	/^## / { within = $0 == heading || index($0, heading " ") == 1; next }
	within' CHANGELOG.md >"$notes"
grep -q '[^[:space:]]' "$notes" || fail "CHANGELOG.md has no section \"## $version\"; move the entries of Unreleased below it"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
date=$(git log -1 --format=%ct)

for platform in "${platforms[@]}"; do
	os=${platform%/*} arch=${platform#*/}
	name=deadlocklint-$version-$os-$arch
	program=deadlocklint
	[[ $os != windows ]] || program=deadlocklint.exe
	mkdir "$stage/$name"
	CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -buildvcs=true -trimpath -o "$stage/$name/$program" ./cmd/deadlocklint
	go version -m "$stage/$name/$program" | grep -q "	mod	github.com/deadlocklint/deadlocklint	$version	" ||
		fail "the program for $platform does not have the version $version in its build information"
	cp README.md LICENSE CHANGELOG.md "$stage/$name/"
	tar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner -C "$stage" -c "$name" | gzip -n >"$out/$name.tar.gz"
	echo "$name.tar.gz"
done
(cd "$out" && sha256sum deadlocklint-"$version"-*.tar.gz >SHA256SUMS)
