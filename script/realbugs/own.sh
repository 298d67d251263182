#!/usr/bin/env bash
# Runs the own tests of the modules, at the release that has the deadlock and
# without our drivers, under "deadlocklint test", and prints a row of a markdown
# table for each: what it says of the known deadlock.
#
# usage: own.sh [NAME...]       names and what is run: own-tests.txt
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   SUITES_DIR     keeps what is downloaded and printed (a new temporary directory);
#                  a row that is there is not made again
#   TEST_TIMEOUT   -timeout of the tests of one package (6m)
#   BUDGET         -time of the confirming runs of one module (4m)
#   TRIES          -tries (3)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
dir=${SUITES_DIR:-$(mktemp -d)}
mkdir -p "$dir/own"
dir=$(cd "$dir/own" && pwd)
export GOWORK=off GOFLAGS="${GOFLAGS:-} -mod=mod"

tool=${DEADLOCKLINT:-$dir/deadlocklint}
if [[ -z ${DEADLOCKLINT:-} ]]; then
	(cd "$here/../.." && go build -mod=readonly -o "$tool" ./cmd/deadlocklint)
fi
tool=$(realpath "$(command -v "$tool")")
(cd "$here" && go build -mod=readonly -o "$dir/known" ./known)

# fetch NAME MODULE@VERSION: a copy that tests may write into.
fetch() {
	[[ -d $dir/$1/src ]] && return
	mkdir -p "$dir/$1"
	local from
	from=$(cd / && go mod download -json "$2" | sed -n 's/^.*"Dir": "\(.*\)",*$/\1/p')
	cp -r "$from" "$dir/$1/part"
	chmod -R u+w "$dir/$1/part"
	mv "$dir/$1/part" "$dir/$1/src"
}

# lint NAME PACKAGES FLAG...: the JSON document in out.json. The status says what was found or failed.
lint() {
	local out=$dir/$1 packages=$2 status=0
	shift 2
	(cd "$out/src" && "$tool" test -json -vet=off -tries "${TRIES:-3}" -time "${BUDGET:-4m}" -timeout "${TEST_TIMEOUT:-6m}" \
		-coverprofile "$out/profile" -coverpkg "$packages" "$@" ${packages//,/ }) 2>"$out/log" | tail -n 1 >"$out/part.json" || status=$?
	case $status in
	0 | 1 | 3) ;; # 1: a test failed, 3: a deadlock was found
	*) return "$status" ;;
	esac
	[[ -s $out/part.json ]] && mv "$out/part.json" "$out/out.json"
}

names=("$@")
if ((${#names[@]} == 0)); then
	read -ra names < <(awk '{print $1}' "$here/own-tests.txt" | tr '\n' ' ')
fi
echo "| bug | module | run | tests | findings | the known deadlock | verdict | reason |"
echo "|---|---|---|---|---|---|---|---|"
for name in "${names[@]}"; do
	line=$(awk -v n="$name" '$1 == n' "$here/own-tests.txt")
	if [[ -z $line ]]; then
		echo "own.sh: own-tests.txt has no line for $name" >&2
		exit 2
	fi
	read -r _ module packages flags <<<"$line"
	fetch "$name" "$module"
	if [[ ! -s $dir/$name/out.json ]] && ! lint "$name" "$packages" $flags; then
		echo "own.sh: $name: deadlocklint failed, see $dir/$name/log" >&2
		continue
	fi
	echo "| $name | $module | \`$packages${flags:+ $flags}\` | $("$dir/known" "$here/$name/locks" "$here/$name/sites" "$dir/$name/out.json" "$dir/$name/profile") |"
done
