package dispatch

import (
	"flag"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/gopls"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
)

// flagsOf documents the flags of a command.
func flagsOf(name string) string {
	if testflags.Has(name) {
		return testflags.Text(name)
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
	var own testflags.ToolFlags
	switch name {
	case "run":
		return run.Flags()
	case "check":
		return static.Flags()
	case "typestate":
		return protocol.Flags()
	case "gopls":
		return gopls.Flags()
	case "predict", "confirm":
		return run.RecordingFlags(name)
	case "demo", "record", "replay":
		return session.OwnFlags(name, &own)
	}
	return nil
}
