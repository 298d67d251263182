#!/bin/sh
# Runs the tests of known modules under deadlocklint and prints a table.
#
#   script/suites/run.sh [module ...]     of: lru bbolt raft nats-small nats; default all
#
# DEADLOCKLINT is the binary (default: deadlocklint), SUITES_DIR keeps what is
# downloaded, recorded and printed (default: a new temporary directory), ROUNDS
# is how often CPU time is measured (default 3), TRIES is -tries (default 3).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dl=$(command -v "${DEADLOCKLINT:-deadlocklint}") || { echo "no deadlocklint: set DEADLOCKLINT" >&2; exit 2; }
dir=${SUITES_DIR:-$(mktemp -d)}
mkdir -p "$dir/src" "$dir/bin" "$dir/out"
rounds=${ROUNDS:-3} tries=${TRIES:-3}
[ $# -gt 0 ] || set -- lru bbolt raft nats-small nats

# fetch name module@version: a writable copy outside the module cache
fetch() {
	[ -d "$dir/src/$1" ] && return
	from=$(cd / && GOFLAGS=-mod=mod go mod download -json "$2" | sed -n 's/^.*"Dir": "\(.*\)",*$/\1/p')
	cp -r "$from" "$dir/src/$1"
	chmod -R u+w "$dir/src/$1"
}

# cpu log command...: the user and system seconds of a command that may fail
cpu() {
	log=$1; shift
	bash -c 'TIMEFORMAT="%U %S"; log=$1; shift; time "$@" >"$log" 2>&1 || :' cpu "$log" "$@" 2>&1 | awk '{print $1+$2}'
}

median() { sort -n | awk '{v[NR]=$1} END{print v[int((NR+1)/2)]}'; }
failed() { grep -h '^--- FAIL' "$1" | awk '{print $3}' | sort -u; }

# suite name source package [test flags]: one row for each package with tests
suite() {
	name=$1 src=$dir/src/$2 pkg=$3; shift 3
	[ -n "$(cd "$src/$pkg" && go list -f '{{.TestGoFiles}}{{.XTestGoFiles}}' . | tr -d '[]')" ] || return 0
	nat=$dir/bin/$name.native inst=$dir/bin/$name.instrumented keep=$dir/$name.keep
	(cd "$src/$pkg" && go test -c -vet=off -o "$nat" .)
	(cd "$src/$pkg" && eval "$("$dl" env)" && go test -c -vet=off -ldflags='-s=false -w=false' -o "$inst" .)
	: >"$dir/out/$name.n"; : >"$dir/out/$name.i"; size=0
	i=0
	while [ $i -lt "$rounds" ]; do
		rec=$(mktemp -d)
		(cd "$src/$pkg" && cpu "$dir/out/$name.native.$i" "$nat" -test.v "$@" >>"$dir/out/$name.n")
		(cd "$src/$pkg" && export DEADLOCKLINT_MODE=1 DEADLOCKLINT_DIR="$rec" && cpu "$dir/out/$name.recorded.$i" "$inst" -test.v "$@" >>"$dir/out/$name.i")
		size=$(cat "$rec"/*.dltrace | wc -c)
		rm -r "$rec"
		i=$((i + 1))
	done
	rm -rf "$keep"
	flags=$(for f; do printf '%s\n' "-${f#-test.}"; done)
	(cd "$src/$pkg" && IFS='
' && "$dl" test -tries "$tries" -keep "$keep" $flags .) >"$dir/out/$name.report" 2>&1 || :
	mem=$(bash -c '/usr/bin/time -f "%M %e" "$1" predict "$2" 2>&1 >/dev/null | tail -1' predict "$dl" "$keep")
	only=$(cat "$dir/out/$name".native.* | grep '^--- FAIL' | awk '{print $3}' | sort -u >"$dir/out/f.n"
		cat "$dir/out/$name".recorded.* | grep '^--- FAIL' | awk '{print $3}' | sort -u | comm -13 "$dir/out/f.n" - | tr '\n' ' ')
	n=$(median <"$dir/out/$name.n") r=$(median <"$dir/out/$name.i")
	printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$name" \
		"$(grep -c '^--- PASS' "$dir/out/$name.native.0")" "$n" "$r" \
		"$(awk "BEGIN{printf \"%.2f\", $r/($n+1e-9)}")" "$((size / 1000000))" \
		"$(echo "$mem" | awk '{print int($1/1024)}')" "$(echo "$mem" | awk '{print $2}')" \
		"$(grep -hE '^[0-9]+ .*(confirmed|infeasible|reached|untried)|^nothing found' "$dir/out/$name.report" | tail -1)" \
		"${only:-none}"
}

echo "# $("$dl" version | head -1), $(go version), $dir"
echo "| suite | tests passed natively | native CPU s | recorded CPU s | ratio | trace MB | predict MB | predict s | findings | failed only when recorded |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for m; do
	case $m in
	lru)
		fetch lru github.com/hashicorp/golang-lru/v2@v2.0.7
		for p in . simplelru expirable; do suite "lru-$(echo $p | tr . _)" lru $p; done ;;
	bbolt)
		fetch bbolt go.etcd.io/bbolt@v1.5.0
		for p in . internal/common internal/freelist internal/surgeon internal/tests cmd/bbolt/command; do
			suite "bbolt-$(echo $p | tr /. -_)" bbolt $p -test.short
		done ;;
	raft)
		fetch raft github.com/hashicorp/raft@v1.8.0
		suite raft raft . ;;
	nats-small)
		fetch nats github.com/nats-io/nats-server/v2@v2.15.2
		for p in conf logger internal/antithesis internal/ldap internal/ocsp internal/testhelper; do suite "nats-$(echo $p | tr / -)" nats $p -test.short; done ;;
	nats)
		fetch nats github.com/nats-io/nats-server/v2@v2.15.2
		split -l 160 "$here/nats-tests.txt" "$dir/out/chunk."
		for c in "$dir"/out/chunk.??; do
			suite "nats-server-${c##*.}" nats server -test.short -test.timeout=20m "-test.run=^($(paste -sd'|' "$c"))\$"
		done ;;
	*) echo "unknown module $m" >&2; exit 2 ;;
	esac
done
