package report

import (
	"fmt"
	"strings"
)

// Log is the run with a line for each step: its number, the goroutine, the operation in words,
// and the place, with tabs between them. It is the trace log that Cooperari writes for a
// failing test (Marques, Martins, Simões 2014).
func (x *Explored) Log() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, schedule %d: %d steps\n# step\tgoroutine\toperation\tplace\n", x.Test, x.Schedule, x.Length)
	before := ""
	for _, s := range x.Steps {
		name := ""
		if s.Goroutine >= 0 {
			name = x.Goroutines[s.Goroutine].Name
		}
		words := s.Words()
		if s.Preempts && before != "" {
			words = "preempts " + before + ": " + words
		}
		if o := s.Outcome(x); o != "" {
			words += ", " + o
		}
		if s.Guessed {
			words += " (guessed)"
		}
		fmt.Fprintf(&b, "%d\t%s\t%s\t%s\n", s.Number, name, printable(words), s.Pos)
		before = name
	}
	return b.String()
}
