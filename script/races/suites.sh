#!/usr/bin/env bash
# Looks for races in the test suites of known modules that are clean under the race detector,
# and prints for each what deadlocklint races says: its findings are to be read.
#
# usage: suites.sh [NAME...]     the modules of ../explore/modules.txt whose path contains a name
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   TIME           of a suite, at most (30s)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" && rm -rf "$dir"' EXIT
tool=${DEADLOCKLINT:-$dir/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$here" && go build -o "$tool" ../../cmd/deadlocklint)
export GOWORK=off GOFLAGS=-mod=mod

wanted() {
	(($# == 1)) && return
	local name
	for name in "${@:2}"; do [[ $1 == *"$name"* ]] && return; done
	return 1
}

while read -r module packages; do
	wanted "$module" "$@" || continue
	to=$dir/${module//\//_}
	cp -r "$(go mod download -json "$module" | jq -r .Dir)" "$to"
	chmod -R u+w "$to"
	echo "== $module"
	# The status says whether something was found, which the lines say as well.
	read -ra list <<<"$packages"
	(cd "$to" && "$tool" races -time "${TIME:-30s}" "${list[@]}") || true
done <"$here/../explore/modules.txt"
