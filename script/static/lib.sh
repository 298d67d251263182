# Shared by corpus.sh and precision.sh; source it.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   STATIC_DIR     where modules and results are kept; a temporary directory if
#                  not set. What is there is not made again, so remove the
#                  results ($STATIC_DIR/out) after the tool has changed.
#   CHECKS         value of -enable (none: the checks that are on by default)
#   TESTS          with test files, as go vet has them (not set: without); a directory of its own
#                  is needed, since results have the same names
#   LIMIT          seconds the tool may take for a package list (600)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
limit=${LIMIT:-600}
tests=${TESTS:+true}
tests=${tests:-false}
if [[ -n ${STATIC_DIR:-} ]]; then
	mkdir -p "$STATIC_DIR"
	work=$(realpath "$STATIC_DIR")
else
	work=$(mktemp -d)
	trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
fi
mkdir -p "$work/bin" "$work/out" "$work/src"

export GOWORK=off
export GOFLAGS="${GOFLAGS:-} -mod=mod"

tool=${DEADLOCKLINT:-$work/bin/deadlocklint}
if [[ -z ${DEADLOCKLINT:-} ]]; then
	(cd "$here/../.." && GOFLAGS= go build -o "$tool" ./cmd/deadlocklint)
elif [[ $tool == */* ]]; then
	tool=$(realpath "$tool")
fi
(cd "$here" && go build -o "$work/bin/tally" ./tally)

# release MODULE VERSION [PATH] makes a directory with the module's source, which
# is then a main module, and prints its name. PATH is the module path the
# sources expect, if they have no go.mod and another one than MODULE.
release() {
	local src dir="$work/src/${1//\//_}@$2"
	if [[ ! -d $dir ]]; then
		src=$(cd "$here" && go mod download -json "$1@$2" | sed -n 's/.*"Dir": "\(.*\)",*$/\1/p')
		[[ -d $src ]] || return 1
		rm -rf "$dir.new"
		cp -r "$src" "$dir.new"
		chmod -R u+w "$dir.new"
		(
			cd "$dir.new"
			# What the release replaces by a directory beside it is not there.
			bare=
			if [[ -f go.mod ]]; then
				go mod edit -json | "$work/bin/tally" -replaced | while read -r old; do go mod edit -dropreplace "$old"; done
				# Nor are some of the modules that it replaces others by: then it gets those.
				go mod edit -json | "$work/bin/tally" -forks | while read -r old new; do
					go mod download "$new" || go mod edit -dropreplace "$old"
				done
			else
				bare=yes
				go mod init "${3:-$1}"
			fi
			# Other names and versions of what cannot be downloaded as it is required.
			while read -r name other; do
				if grep -rqF --include='*.go' "\"$name" .; then go mod edit -replace="$name=$other"; fi
			done <"$here/stubs/instead"
			[[ -n $bare ]] || exit 0
			# Modules that are no longer to be had: see stubs/README.md.
			while read -r name stub; do
				if grep -rqF --include='*.go' "\"$name\"" .; then
					go mod edit -require="$name@v0.0.0" -replace="$name=$here/stubs/$stub"
				fi
			done <"$here/stubs/paths"
			# Modules of which only some versions are to be had, with what they import.
			while read -r name needed; do
				if grep -rqF --include='*.go' "\"$name\"" .; then
					for version in $needed; do go mod edit -require="$version"; done
				fi
			done <"$here/stubs/versions"
		) >"$dir.log" 2>&1
		mv "$dir.new" "$dir"
	fi
	echo "$dir"
}

# list SET prints its rows: name, module, version, path, packages, scope.
list() {
	case $1 in
	clean) sed -n '2,$s/^\([^,]*,[^,]*,[^,]*\),/\1;;/p' "$here/modules.csv" | sed 's/$/;/; s/,/;/g' ;;
	more) sed -n '2,$p' "$here/more.csv" | sed 's/,/;/g; s/$/;/' ;;
	lot | reserve | thermometer) sed -n '2,$p' "$here/lot-${1/#lot/modules}.csv" | sed 's/,/;/g; s/$/;/' ;;
	fixed) sed -n '2,$p' "$here/corpus.csv" | sed 's/"[^"]*"//' | awk -F, -v OFS=';' '{ print $1 "@" $5, $2, $5, $3, $6, $(NF-1) }' ;;
	bugs) sed -n '2,$p' "$here/lot-bugs.csv" | sed 's/"[^"]*"//' | awk -F, -v OFS=';' '{ print $1 "@" $4, $2, $4, $3, $6, $(NF-1) }' ;;
	corpus | fresh) sed -n '2,$p' "$here/$1.csv" | sed 's/"[^"]*"//' | awk -F, -v OFS=';' '{ print $1 "@" $4, $2, $4, $3, $6, $(NF-1) }' ;;
	esac
}

# prepare NAME DIR PACKAGE fills the module's go.mod with what is missing.
prepare() {
	[[ -e $work/src/$1.ready ]] || (cd "$2" && go list -deps "$3") >"$work/src/$1.ready" 2>&1 || true
}

# findings NAME DIR [-scope PREFIX] [-enable CHECKS] PACKAGE... runs the checks in a directory and prints the name
# of the file with the JSON document.
findings() {
	local name=$1 dir=$2 status=0 out
	shift 2
	out=$work/out/$name.json
	if [[ ! -s $out ]]; then
		prepare "$name" "$dir" "${@: -1}"
		(cd "$dir" && timeout "$limit" bash -c 'TIMEFORMAT="%U %S"; time "$@"' _ "$tool" check -json -test="$tests" ${CHECKS:+-enable "$CHECKS"} "$@") 2>"$work/out/$name.err" | tail -n 1 >"$out.part" || status=$?
		case $status in
		0 | 3) mv "$out.part" "$out" ;;
		*)
			echo "$name: exit status $status:" >&2
			tail -5 "$work/out/$name.err" >&2
			[[ -s $out.part ]] && mv "$out.part" "$out" || return 1
			;;
		esac
	fi
	echo "$out"
}
