package driver

import (
	"flag"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
)

// flagsOf documents the flags of a command.
func flagsOf(name string) string {
	if name == "test" {
		return testflags.Text()
	}
	fs := flagSet(name)
	if fs == nil {
		return ""
	}
	var b strings.Builder
	fs.SetOutput(&b)
	fs.PrintDefaults()
	return b.String()
}

// flagSet has the flags of a command, nil when it has none or, as test, not in
// this form.
func flagSet(name string) *flag.FlagSet {
	var own testflags.Own
	switch name {
	case "run":
		return ProgramFlags()
	case "check":
		return CheckFlags()
	case "typestate":
		return TypestateFlags()
	case "gopls":
		return GoplsFlags()
	case "demo", "record", "predict", "confirm", "replay":
		return ownFlags(name, &own)
	}
	return nil
}
