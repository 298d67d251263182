package report

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Holds words a step that the goroutine has done: the label of its column, and the rest.
func (s Step) Holds() (label, what string) {
	switch s.Op {
	case "lock", "request":
		return "holds", s.Named()
	case "rlock", "rrequest":
		return "holds", s.Named() + " (shared)"
	case "once", "oncedone":
		return "inside", s.Named()
	}
	return s.labelled()
}

// Waits words the step a goroutine is at, in the same parts.
func (s Step) Waits() (label, what string) {
	if why, ok := forEver[s.Class]; ok {
		return "blocked", "for ever " + why
	}
	if phrase := wording.Waits(s.Op, s.Named()); phrase != "" {
		return "waits", phrase
	}
	switch s.Op {
	case "return", "repeat": // without having released what it holds
		return wording.Does(s.Op, ""), "with it locked"
	case "exit":
		if s.Pos == "" {
			return "ended", ""
		}
		return "ended", "after"
	}
	return s.labelled()
}

// labelled puts the verb of a step at the begin of its column, where it fits.
func (s Step) labelled() (label, what string) {
	words := s.Does()
	if verb, rest, _ := strings.Cut(words, " "); len(verb) < columnLabel {
		return verb, rest
	}
	return "", words
}

// Blocked are the goroutines of a finding that have not ended.
func (f Finding) Blocked() (list []Goroutine) {
	for _, g := range f.Goroutines {
		if !g.HasEnded() {
			list = append(list, g)
		}
	}
	return list
}

// HasEnded reports whether a goroutine waits for nothing: it has ended.
func (g Goroutine) HasEnded() bool {
	n := len(g.Steps)
	return n > 0 && g.Steps[n-1].Op == "exit"
}

// Does says what a goroutine does in the step.
func (s Step) Does() string { return wording.Does(s.Op, s.Named()) }

// Waiting says what a goroutine waits for in the step, after "a goroutine", or that it is blocked for ever.
func (s Step) Waiting() string {
	if never := BlockedForEver(s.Class); never != "" {
		return "is " + never
	}
	if phrase := wording.Waits(s.Op, s.Named()); phrase != "" {
		return "waits " + phrase
	}
	return s.Does()
}

// At names the step itself with its place: "the send at a.go:5".
func (s Step) At() string { return "the " + wording.Noun(s.Op) + " at " + LineOf(s.Pos) }

// forEver words the classes of objects that are none, so that nothing ends the operation.
var forEver = map[string]string{
	"a nil channel": "on a nil channel",
	"no channel":    "in a select that has no channel",
	"select {}":     "in a select {}", // of a static check
}

// BlockedForEver says of a goroutine that waits for no object that it does so for ever, and is "" for any other class.
func BlockedForEver(class string) string {
	if why, ok := forEver[class]; ok {
		return "blocked for ever " + why
	}
	return ""
}

// Named is the class with the instance when there are several.
func (s Step) Named() string {
	if s.Object == "" {
		return s.Class
	}
	return s.Class + " " + s.Object
}
