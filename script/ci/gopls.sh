#!/usr/bin/env bash
# Builds gopls with the checks and has a conversation with it. Downloads gopls
# and takes some minutes when nothing is built yet.
#
# usage: gopls.sh
#
#   DEADLOCKLINT  the tool (built from this checkout)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib.sh"
cd "$here/../.."
GOPLS=$("$tool" lsp gopls -source . | sed -n 's/^gopls .* with the checks of deadlocklint: //p')
export GOPLS
"$GOPLS" version
go test -tags gopls -count=1 -v -run '^TestGopls' ./cmd/deadlocklint/internal/lsp
