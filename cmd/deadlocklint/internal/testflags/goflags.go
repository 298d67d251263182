package testflags

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// Default applies fields of GOFLAGS as the go command does. A flag that the command line has wins, and a flag of
// another command counts for nothing. Each flag means the same here and there.
func (p *CommandLine) Default(fields []string) error {
	given := slices.Concat(p.given, p.Written)
	for _, raw := range fields {
		name, value, hasValue, isFlag := flags.Split(raw)
		f, known := lookup(name)
		if !isFlag || !known || slices.Contains(given, f.Name) {
			continue
		}
		if f.Fate == Refused {
			return fmt.Errorf("GOFLAGS: %w", usage(name, "it is refused: "+f.Note))
		}
		if !hasValue {
			value = "true"
		}
		if err := p.setGo(f, value); err != nil {
			return fmt.Errorf("GOFLAGS: %w", err)
		}
	}
	return nil
}
