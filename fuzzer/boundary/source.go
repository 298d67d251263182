package boundary

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed bridge.go codec.go doc.go environment.go files.go impact.go isolation.go layout.go numbers.go read.go run_lines.go sites.go state.go verdict_lines.go
var Source embed.FS
