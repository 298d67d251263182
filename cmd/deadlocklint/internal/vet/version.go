package vet

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/buildid"
)

// The go command asks a vettool for its version on each go vet, and keeps what the tool has found by the answer.
// unitchecker hashes the executable for that, each time. The go command has done the same when it linked the executable, and
// the result is in there.

// Version returns the answer to -V=full, or "" where the executable does not say what it was made of: then
// unitchecker has to find out.
func Version(args []string) string {
	if len(args) != 1 || args[0] != "-V=full" {
		return ""
	}
	id := buildid.Own()
	if id == "" {
		return ""
	}
	return fmt.Sprintf("deadlocklint version devel buildID=%s\n", id)
}
