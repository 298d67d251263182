#!/usr/bin/env bash
# Switches rules of the static half off, one at a time, and prints a row of a table for each: how many findings of the
# snapshot are gone without it, how many are new, and in how many releases.
#
# usage: ablate.sh [-rules RULE,...] NAME...
#
# The rules are those of rules.csv, the names those that snapshot.sh takes; goker and textbook are the kernels and the textbook packages. A
# rule that changes nothing there has no effect on them. For the environment, see lib.sh; DEADLOCKLINT is not used.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

only=
if [[ ${1:-} == -rules ]]; then
	only=,$2,
	shift 2
fi
if (($# == 0)); then
	echo "usage: ablate.sh [-rules RULE,...] NAME..." >&2
	exit 2
fi
copy=$work/ablate
rm -rf "$copy"
mkdir -p "$copy"
(cd "$here/../.." && git ls-files -z | xargs -0 cp --parents -t "$copy")
(cd "$here" && go build -o "$work/bin/ablate" ./ablate)
"$work/bin/ablate" "$copy"
(cd "$copy" && GOFLAGS= go build -o "$work/bin/switched" ./cmd/deadlocklint)
export DEADLOCKLINT=$work/bin/switched STATIC_DIR=$work
"$here/snapshot.sh" "$@" >"$work/with"

echo "| rule | gone | new | releases |"
echo "| --- | --- | --- | --- |"
while IFS=, read -r rule functions; do
	[[ -z $only || $only == *",$rule,"* ]] || continue
	# shellcheck disable=SC2086 # a list
	ABLATE=$("$work/bin/ablate" -of "$copy" $functions) "$here/snapshot.sh" "$@" >"$work/without"
	gone=$(LC_ALL=C comm -23 "$work/with" "$work/without")
	new=$(LC_ALL=C comm -13 "$work/with" "$work/without")
	count() { grep -c . <<<"$1" || true; }
	echo "| $rule | $(count "$gone") | $(count "$new") | $(printf '%s\n%s\n' "$gone" "$new" | cut -d' ' -f1 | sort -u | xargs) |"
done < <(sed 1d "$here/rules.csv")
