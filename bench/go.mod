module github.com/deadlocklint/deadlocklint/bench

go 1.26.0

require (
	github.com/deadlocklint/deadlocklint v0.0.0-00010101000000-000000000000
	github.com/linkdata/deadlock v0.5.5
	github.com/sasha-s/go-deadlock v0.3.9
	golang.org/x/tools v0.52.0
)

require (
	github.com/petermattis/goid v0.0.0-20250813065127-a731cc31b4fe // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)

replace github.com/deadlocklint/deadlocklint => ../
