package testflags

import (
	"flag"
)

// BindShown binds the flags about which findings are shown, and where. Only a
// command that knows the source can look at another revision of it.
func BindShown(fs *flag.FlagSet, s *Shown, source bool) {
	for _, f := range ShownFlags(s) {
		switch {
		case f.Set != nil:
			fs.BoolVar(f.Set, f.Name, false, f.Doc)
		case source || f.Value != &s.NewFrom:
			fs.StringVar(f.Value, f.Name, "", f.Doc)
		}
	}
}
