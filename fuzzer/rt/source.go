package rt

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed agent.go calls.go draw.go explore.go follow.go shrink.go
var Source embed.FS
