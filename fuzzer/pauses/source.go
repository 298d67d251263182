package pauses

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed plan.go parse.go format.go turns.go
var Source embed.FS
