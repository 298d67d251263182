#!/usr/bin/env bash
# The scripts of which .ci/run takes a part, whole: each supported release and system,
# each build mode, the newest golang.org/x/tools, the tests of package runtime, and an archive
# of a release.
# It takes more than an hour on two processors, and belongs before a release.
#
# usage: full.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd ../.. && go build -buildvcs=false -o "$work/deadlocklint" ./cmd/deadlocklint)
export DEADLOCKLINT=$work/deadlocklint

failed=()
echo "== our own checks on the whole program"
(cd ../.. && "$DEADLOCKLINT" ./...) || failed+=("own checks")
echo "== staticcheck for other systems"
bash ./staticcheck.sh -systems || failed+=("staticcheck")
for name in xtools releases matrix std release; do
	echo "== $name"
	bash "./$name.sh" || failed+=("$name")
done
if ((${#failed[@]} > 0)); then
	echo "full.sh: failed: ${failed[*]}" >&2
	exit 1
fi
