package load

import (
	"fmt"
	"go/version"
	"strings"
)

// install is the command that builds deadlocklint with another Go.
const install = "go install github.com/deadlocklint/deadlocklint/cmd/deadlocklint@latest"

// TooNew returns the error for a module whose go line is newer than the Go that this
// program was built with, or nil. The type checker in this program does not know that
// language. Line is the version on the go line, with or without "go" before it; built
// is as runtime.Version returns it.
func TooNew(module, line, built string) error {
	want := "go" + strings.TrimPrefix(line, "go")
	have, _, _ := strings.Cut(built, " ") // "go1.26.1 X:experiment"
	if !version.IsValid(want) || !version.IsValid(have) || version.Compare(version.Lang(want), version.Lang(have)) <= 0 {
		return nil
	}
	release := want
	if release == version.Lang(want) {
		release += ".0"
	}
	return fmt.Errorf("%s is for %s, and deadlocklint was built with %s, which does not know it; build it again: GOTOOLCHAIN=%s %s", module, want, have, release, install)
}
