module github.com/deadlocklint/deadlocklint/script/editors

go 1.26.0

require github.com/creachadair/jrpc2 v1.3.6

require (
	github.com/creachadair/mds v0.31.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
