module github.com/deadlocklint/deadlocklint/script/static/cost

go 1.26.0

tool honnef.co/go/tools/cmd/staticcheck

require (
	github.com/deadlocklint/deadlocklint v0.0.0
	golang.org/x/tools v0.52.0
)

require honnef.co/go/tools v0.8.2 // indirect

replace github.com/deadlocklint/deadlocklint => ../../..
