// Package crash finds in the output of a program why Go ended it. It takes in lines one by
// one, in constant space, and keeps the reason. It reads no stacks: package explorer does.
package crash

import "strings"

// The words before a reason.
const (
	Panic = "panic: "       // nothing recovered from it
	Fatal = "fatal error: " // the runtime has ended the process
)

// A Chain is the first reason in the lines so far. The runtime prints the panics of a
// goroutine as a chain, oldest first, and those after the first with a tab. A recovered one
// did not end the process when another one follows. A value that was panicked with again did.
type Chain struct {
	Reason string // with its word, "" for none
	behind bool   // the last panic was recovered, so the next one of its chain counts
}

// Take takes in a line without its end.
func (c *Chain) Take(line string) {
	text, chained := strings.CutPrefix(line, "\t")
	switch {
	case line == "":
		c.behind = false // the stacks follow
	case chained && c.behind && strings.HasPrefix(text, Panic),
		c.Reason == "" && (strings.HasPrefix(line, Panic) || strings.HasPrefix(line, Fatal)):
		c.Reason, _, _ = strings.Cut(text, " [recovered")
		c.behind = strings.HasSuffix(text, " [recovered]")
	}
}

// Reason is why Go ended a program with this output, "" when the program has ended itself.
func Reason(output string) string {
	var c Chain
	for line := range strings.Lines(output) {
		c.Take(strings.TrimRight(line, "\r\n"))
	}
	return c.Reason
}
