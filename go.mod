module github.com/deadlocklint/deadlocklint

go 1.26.0

require (
	github.com/creachadair/jrpc2 v1.3.6
	golang.org/x/tools v0.52.0
	honnef.co/go/tools v0.8.2
)

require (
	github.com/creachadair/mds v0.31.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
