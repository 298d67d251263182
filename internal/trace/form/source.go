package form

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed doc.go mix.go path.go sum.go
var Source embed.FS
