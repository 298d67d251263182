#!/usr/bin/env bash
# Prints what the static checks find of programs whose bugs are known, a row for each kind, and what they report of right ones. So a change
# to a check is told by two runs: what it finds must not become less, and what it reports wrongly must not become more.
#
#	script/static/gate.sh            the textbook packages, and the sets of script/drive: some minutes
#	script/static/gate.sh DIR...     other sets: folders with wrong and right, each with packages, or with the files of one
#	script/static/gate.sh -full      the fixed bugs of corpus.csv, judged findings of all releases, and the kernels of script/goker as well
#
# Before a check is replaced, -full runs with the old one and with the new one. STATIC_DIR keeps what is downloaded, see lib.sh.
#
# In the textbook a comment "want CHECK" tells what is to be reported in its line. A set of ten has packages about locks up to 05, and about
# communication after them. Those of a larger set are of one kind, and a folder can be a single pair. A package of a set counts as found, or
# as reported, when any check reports something there.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   ENABLE         checks that are switched on (default: all that are on anyway)
#   KEEP           a folder for the findings
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
keep=${KEEP:-$work}
mkdir -p "$keep"
[ -n "${DEADLOCKLINT:-}" ] || go build -C "$root" -o "${DEADLOCKLINT:=$work/deadlocklint}" ./cmd/deadlocklint

# findings prints a line for each finding of the packages in a directory: file, line, check.
findings() { # directory, name
	(cd "$1" && "$DEADLOCKLINT" check -q ${ENABLE:+-enable="$ENABLE"} ./... 2>"$keep/$2.err" || true) |
		sed -nE 's/^([^ :]+\.go):([0-9]+)(:[0-9]+)?: .*\(([a-z-]+) [0-9a-f]{16}.*$/\1 \2 \4/p' | sort -u >"$keep/$2.found"
}

# module copies packages to a folder that is a module.
module() { # from, to
	cp -rL "$1" "$2"
	chmod -R u+w "$2"
	find "$2" -name '*_test.go' -delete
	[ -e "$2/go.mod" ] || printf 'module gate.example/%s\n\ngo 1.24\n' "$(basename "$2")" >"$2/go.mod"
}

textbook() {
	local dir=$root/passes/suite/testdata/textbook
	findings "$dir" textbook
	(cd "$dir" && grep -rnoE '// want [a-z-]+' --include='*.go' . | sed -E 's|^\./([^:]+):([0-9]+):// want (.*)$|\1 \2 \3|' | sort -u) >"$work/want"
	awk '
		NR == FNR { want[$1, $2, $3]; kinds[$3]++; next }
		($1, $2, $3) in want { found[$3]++; next }
		{ other[$3]++; kinds[$3] += 0 }
		END { for (k in kinds) printf "| textbook | %s | %d | %d | %d |\n", k, kinds[k], found[k], other[k] }' "$work/want" "$keep/textbook.found" | sort
}

# side prints, for each package of a side, its kind and whether something is reported there.
side() { # set, wrong or right, name
	module "$1/$2" "$work/$3.$2"
	findings "$work/$3.$2" "$3.$2"
	if compgen -G "$work/$3.$2/*.go" >/dev/null; then
		printf 'pair %d\n' "$([ -s "$keep/$3.$2.found" ] && echo 1 || echo 0)"
		return
	fi
	local p n hit all
	all=$(find "$work/$3.$2" -mindepth 1 -maxdepth 1 -type d | wc -l)
	for p in "$work/$3.$2"/*/; do
		p=$(basename "$p")
		n=$(sed -E 's/^[a-z]*0*([0-9]+).*/\1/' <<<"$p")
		hit=0
		grep -q "^$p/" "$keep/$3.$2.found" && hit=1
		if [ "$all" -gt 10 ]; then
			echo "all $hit"
		elif [ "$n" -le 5 ]; then
			echo "locks $hit"
		else
			echo "communication $hit"
		fi
	done
}

set_of() { # directory
	local name
	name=$(basename "$1")
	{
		side "$1" wrong "$name" | sed 's/^/wrong /'
		side "$1" right "$name" | sed 's/^/right /'
	} | awk -v name="$name" '
		{ n[$1, $2]++; hit[$1, $2] += $3; kinds[$2] }
		END { for (k in kinds) printf "| %s | %s | %d | %d | %d of %d |\n", name, k, n["wrong", k], hit["wrong", k], hit["right", k], n["right", k] }' | sort -r
}

# full prints the rows of programs that have to be downloaded.
full() {
	"$here/corpus.sh" | awk -F'|' '
		NR > 2 { n++; found += $4 ~ /[0-9a-f]/; left += $5 !~ /yes/ && $4 ~ /[0-9a-f]/ }
		END { printf "| corpus | fixed bugs | %d | %d | %d of %d |\n", n, found, left, n }'
	"$root/script/goker/run.sh" | awk -F'|' '/^\| [a-z]/ && $2 !~ /kernel/ { n++; found += $4 ~ /[a-z]/ } END { printf "| goker | kernels | %d | %d | |\n", n, found }'
	printf '\nJudged findings of releases:\n\n'
	"$here/precision.sh" -summary -more -corpus -fresh
}

full=
if [ "${1:-}" = -full ]; then
	full=yes
	shift
fi
echo "| set | kind | wrong | found | right ones reported |"
echo "| --- | --- | --: | --: | --: |"
if [ $# -eq 0 ]; then
	textbook
	set -- "$root"/script/drive/sets/*/
fi
for dir in "$@"; do
	set_of "$dir"
done
[ -z "$full" ] || full
