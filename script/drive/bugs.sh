#!/usr/bin/env bash
# Drives the releases with the bugs of bugs.txt, and those in which they are repaired. It prints a row for each, and below it the findings
# of both. The releases of a bug are in script/changed/pairs.csv; the drivers of that list are not used, and all tests are deleted.
#
#   script/drive/bugs.sh            all
#   script/drive/bugs.sh NAME...    these
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=script/drive/fetch.sh
. "$here/fetch.sh"
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
[ -n "${DEADLOCKLINT:-}" ] || go build -C "$here/../.." -o "${DEADLOCKLINT:=$work/deadlocklint}" ./cmd/deadlocklint
[ $# -gt 0 ] || mapfile -t names <"$here/bugs.txt"
[ $# -eq 0 ] || names=("$@")

findings() { # module, package, file: prints how many there are
	local dir=$work/module
	rm -rf "$dir"
	if ! fetch "$1" "$dir"; then
		: >"$3"
		echo "not fetched"
		return
	fi
	(cd "$dir" && "$DEADLOCKLINT" explore -drive -q "./$2" >"$3" 2>"$work/told") || true
	if ! grep -q '^drove ' "$work/told"; then
		echo "not driven"
		return
	fi
	grep -c . "$3" || true
}

for name in "${names[@]}"; do
	IFS=, read -r _ module bad fixed package _ < <(grep "^$name," "$here/../changed/pairs.csv")
	echo "| $name | $(findings "$module@$bad" "$package" "$work/bad") | $(findings "$module@$fixed" "$package" "$work/fixed") |"
	sed 's/^/    bad: /' "$work/bad"
	sed 's/^/    fixed: /' "$work/fixed"
done
