#!/usr/bin/env bash
# Drives packages of the standard library, and prints a row for each. Below stand the findings, a line each.
#
#   script/drive/std.sh              those without network, syscalls and the compiler's own tools
#   script/drive/std.sh PACKAGE...   these packages
#
# The columns are functions and methods that drivers call, findings, and CPU seconds without builds. With KEEP=DIR the output of each
# package is kept there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -n "${DEADLOCKLINT:-}" ] || go build -C "$here/../.." -o "${DEADLOCKLINT:=$work/deadlocklint}" ./cmd/deadlocklint
mkdir "$work/module"
go -C "$work/module" mod init example.com/std 2>/dev/null
[ $# -gt 0 ] || mapfile -t list < <(go list std | grep -Ev '(^|/)(internal|vendor|cmd|net|tls|x509|syscall|unsafe|plugin|cgo)(/|$)|^(os|log/syslog|runtime|testing)(/|$)')
[ $# -eq 0 ] || list=("$@")

for p in "${list[@]}"; do
	out=${KEEP:-$work}/${p//\//_}
	(cd "$work/module" && timeout 600 "$DEADLOCKLINT" explore -drive -q -v "$p" >"$out.found" 2>"$out.told") || true
	awk -v name="$p" -v findings="$(grep -c . "$out.found" || true)" '
		/^drove / { called = substr($0, match($0, / of [0-9]+ functions/) + 4) + 0; cpu = $(NF - 4); n = 1 }
		END { if (n) printf "| %s | %d | %d | %.1f |\n", name, called, findings, cpu; else printf "| %s | not driven |\n", name }' "$out.told"
	sed 's/^/    /' "$out.found"
done
