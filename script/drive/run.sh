#!/usr/bin/env bash
# Drives packages with generated tests, and prints what was found in each, with CPU seconds and their mean.
# The first figure is that of the drivers, without builds and the proof of what was found. A package whose drivers do not
# build is told apart from one in which nothing was found.
#
#   script/drive/run.sh DIR               the packages of the modules DIR/wrong and DIR/right
#   script/drive/run.sh MODULE@VERSION    the packages of a released module, without its tests
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go build -C "$(dirname "$0")/../.." -o "$work/deadlocklint" ./cmd/deadlocklint

drive() { # name, directory
	(
		cd "$2"
		for p in $(go list -f '{{if .GoFiles}}{{.ImportPath}}{{end}}' ./...); do
			TIMEFORMAT='%U %S'
			times=$({ time "$work/deadlocklint" explore -drive -q "$p" >"$work/found" 2>"$work/told" || true; } 2>&1)
			said="$(grep -c . "$work/found" || true) found"
			! grep -q 'is not driven' "$work/told" || said="not driven"
			beside=$(sed -n 's/.* \([0-9.]*\) CPU s beside builds$/\1/p' "$work/told")
			echo "$1 $p: $said, ${beside:-0} of $(echo "$times" | awk '{print $1 + $2}') CPU s"
			sed 's/^/    /' "$work/found"
		done
	)
}

packages() { # as the first argument says
	case $1 in
	*@*)
		dir=$(go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
		cp -r "$dir" "$work/module"
		chmod -R u+w "$work/module"
		drive "$1" "$work/module"
		;;
	*)
		for side in wrong right; do
			cp -rL "$1/$side" "$work/$side"
			chmod -R u+w "$work/$side"
			drive "$side" "$work/$side"
		done
		;;
	esac
}

packages "$1" | awk '{ print } / CPU s$/ { n++; beside += $(NF - 4); sum += $(NF - 2) }
	END { if (n) printf "%d packages, %.1f CPU s in the mean, of which the drivers take %.1f\n", n, sum / n, beside / n }'
