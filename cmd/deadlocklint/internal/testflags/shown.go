package testflags

import (
	"flag"
)

// BindOutputFlags binds the flags about which findings are shown, and where. Only a
// command that knows the source can look at another revision of it.
func BindOutputFlags(fs *flag.FlagSet, s *OutputFlags, source bool) {
	for _, f := range DefineOutputFlags(s) {
		switch {
		case f.Set != nil:
			fs.BoolVar(f.Set, f.Name, false, f.Doc)
		case source || f.Value != &s.NewFrom:
			fs.StringVar(f.Value, f.Name, "", f.Doc)
		}
	}
}
