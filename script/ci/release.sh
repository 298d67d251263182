#!/usr/bin/env bash
# script/release/build.sh on a clone of this checkout: with a tag it builds the archive of this
# platform, whose program has the version of the tag; it refuses a clone without the tag, with
# changes, or without a section in CHANGELOG.md. The other platforms are built by a release.
#
# usage: release.sh
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib.sh"

version=v0.99.0
platform=$(go env GOOS)/$(go env GOARCH)
git clone -q "$root" "$work/clone"
commit() { git -C "$work/clone" -c user.name=release -c user.email=release@example.com "$@"; }

refused() {
	if "$work/clone/script/release/build.sh" "$version" "$work/dist" "$platform" >"$work/said" 2>&1; then
		echo "it was not refused"
		return 1
	fi
	grep -q "$1" "$work/said" || { cat "$work/said"; return 1; }
}

built() {
	"$work/clone/script/release/build.sh" "$version" "$work/dist" "$platform"
	(cd "$work/dist" && sha256sum -c --quiet SHA256SUMS && tar -xzf deadlocklint-*.tar.gz)
	grep -q 'Added' "$work/dist/NOTES.md"
	"$work"/dist/deadlocklint-*/deadlocklint version | grep -F "deadlocklint $version,"
}

cell "release: no tag" refused "has no tag $version"
commit tag "$version"
cell "release: no section in CHANGELOG.md" refused "has no section"
commit tag -d "$version" >/dev/null
sed -i "s/^## Unreleased/## Unreleased\n\n## $version (2026-01-01)/" "$work/clone/CHANGELOG.md"
commit commit -qam "release"
commit tag "$version"
touch "$work/clone/change"
cell "release: changes" refused "has changes"
rm "$work/clone/change"
cell "release: built" built
finish
