package testflags

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// NotDefined is the error of an unknown flag that was handed over to tests, which do not define it either, as a reason says. The
// error names the nearest flag that exists: of the command, of go test, or else of another command.
func (p CommandLine) NotDefined(name, reason string) error {
	return usage(name, fmt.Sprintf("there is no such flag, and %s; %s. All after -args is for the tests alone", reason, p.meant(name)))
}

// meant is the advice about a flag that nobody has.
func (p CommandLine) meant(name string) string {
	own := flags.Names(p.form)
	for _, f := range Flags() {
		if f.Fate != Refused && !f.Unlisted {
			own = append(own, f.Name)
		}
	}
	if near := flags.Nearest(name, own); near != "" {
		return "perhaps -" + near
	}
	if near := flags.Nearest(name, slices.Concat(flags.Names(flags.Test), flags.Names(flags.Explore))); near != "" {
		return fmt.Sprintf("perhaps -%s, which deadlocklint %s does not have", near, p.form.Command())
	}
	return "run deadlocklint help " + p.form.Command()
}
