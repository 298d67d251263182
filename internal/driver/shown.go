package driver

import (
	"flag"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
)

// shownFlags binds the flags about which findings are shown, and where. Only a
// command that knows the source can look at another revision of it.
func shownFlags(fs *flag.FlagSet, s *testflags.Shown, source bool) {
	for _, f := range testflags.ShownFlags(s) {
		switch {
		case f.Set != nil:
			fs.BoolVar(f.Set, f.Name, false, f.Doc)
		case source || f.Value != &s.NewFrom:
			fs.StringVar(f.Value, f.Name, "", f.Doc)
		}
	}
}
