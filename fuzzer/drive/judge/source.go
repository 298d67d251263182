package judge

import "embed"

// Source is the text of this package, which is compiled again with drivers.
//
//go:embed aside.go bare.go channels.go further.go handed.go held.go judge.go reached.go request.go runtime.go
var Source embed.FS
