#!/usr/bin/env bash
# Lists the waits for condition variables in the standard library and in modules of
# the module cache, with the condition that was found for each. A condition is right
# or unknown: script/conditions/README.md says what was read.
#
# usage: conditions.sh [-source N] [MODULE@VERSION...]
set -euo pipefail

cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go build -o "$work/conditions" ./script/conditions

source=0
if [ "${1-}" = -source ]; then
	source=$2
	shift 2
fi
modules=("$@")
if [ ${#modules[@]} = 0 ]; then
	modules=(std golang.org/x/net@v0.61.0 golang.org/x/crypto@v0.59.0 google.golang.org/grpc@v1.85.0
		go.etcd.io/etcd/server/v3@v3.6.0 github.com/nats-io/nats-server/v2@v2.15.2 github.com/nats-io/nats.go@v1.31.0
		github.com/syndtr/goleveldb@v1.0.1-0.20220721030215-126854af5e6d github.com/panjf2000/ants/v2@v2.11.0
		github.com/pion/sctp@v1.9.2)
fi

# show DIRECTORY: the waits of a module, behind as many lines of the source as were asked for.
show() (
	cd "$1"
	"$work/conditions" >"$work/list" || { echo "# it cannot be loaded; run: go mod download all, in $1" && exit; }
	while IFS=$'\t' read -r at what; do
		[ -n "$at" ] || continue
		IFS=: read -r file line _ <<<"$at"
		if ((source > 0)); then
			sed -n "$((line > source ? line - source + 1 : 1)),${line}p" "$file"
		fi
		printf '%s\t%s\n' "${at#"$PWD"/}" "$what"
	done <"$work/list"
)

for m in "${modules[@]}"; do
	echo "# $m"
	dir=$(go env GOMODCACHE)/$(sed 's/[A-Z]/!\L&/g' <<<"$m")
	if [ "$m" = std ]; then
		show "$(go env GOROOT)/src"
	elif [ ! -d "$dir" ]; then
		echo "# it is not in the module cache; run: go mod download $m"
	else
		cp -r "$dir" "$work/module"
		chmod -R u+w "$work/module"
		GOWORK=off GOFLAGS=-mod=mod show "$work/module"
		rm -rf "$work/module"
	fi
done
