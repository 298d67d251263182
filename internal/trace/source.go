package trace

import _ "embed"

// Mix is the text of the file with the function mix, which the recorder compiles again.
//
//go:embed mix.go
var Mix string
