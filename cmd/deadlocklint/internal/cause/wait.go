package cause

import (
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Wait is the operation in which a goroutine of a finding waits, its place, and the objects that it waits for. A line may have
// a receive beside a send, and a function may have other objects for each caller: the place alone does not tell.
type Wait struct {
	line, op string
	objects  []string // their classes; nil for not known
}

// waitOf is the last step of a goroutine.
func waitOf(g report.Goroutine) (w Wait, ok bool) {
	if len(g.Steps) == 0 {
		return w, false
	}
	last := LastStep(g)
	w = Wait{line: report.LineOf(last.Pos), op: last.Op}
	if w.op == "select" {
		w.objects = g.Awaits
	} else {
		w.objects = named(last)
	}
	return w, true
}

// named is the class of a step's object, nil where it says nothing about the object, as "(chan)" does.
func named(s report.Step) []string {
	if s.Class == "" || s.Class[0] == '(' {
		return nil
	}
	return []string{outsideLiterals(s.Class)}
}

// outsideLiterals is a class without the function literals in which its variable is. The compiler may put a literal into the
// function around it, and a run then names that one.
func outsideLiterals(class string) string {
	slash := strings.LastIndexByte(class, '/') + 1
	parts := strings.Split(class[slash:], ".")
	return class[:slash] + strings.Join(slices.DeleteFunc(parts, isLiteral), ".")
}

// isLiteral reports whether a part of a name is that of a function literal, as func1, or of one in another literal, as 1.
func isLiteral(part string) bool {
	_, err := strconv.Atoi(strings.TrimPrefix(part, "func"))
	return err == nil
}

// is reports whether two goroutines may be in one wait. Locks have several words for a request. A receive or a send may
// be an alternative of a select, which is told by the word of either.
func (w Wait) is(o Wait) bool {
	return w.line == o.line && mayBeOne(w.objects, o.objects) && (w.kind() == o.kind() || w.isOfSelect(o) || o.isOfSelect(w) || w.isOfToken(o) || o.isOfToken(w))
}

// mayBeOne reports whether two waits may be for the same objects, by the classes that are known of them. Alternatives of a select with
// a nil channel wait for none, so one of the two may have more.
func mayBeOne(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) == 0 || !slices.ContainsFunc(a, func(class string) bool { return !slices.Contains(b, class) })
}

func (w Wait) kind() string { return requested(w.op) }

// requested is the operation that a goroutine asks for: a lock has one name when it is asked for
// and when it is had.
func requested(op string) string {
	switch op {
	case "request", "rrequest", "rlock":
		return "lock"
	}
	return op
}

func (w Wait) isOfSelect(o Wait) bool { return w.op == "select" && o.isOfChannel() }

// isOfToken reports whether a wait for a lock is for a channel that is used as one.
func (w Wait) isOfToken(o Wait) bool {
	return w.kind() == "lock" && o.isOfChannel() && len(w.objects) > 0 && slices.Equal(w.objects, o.objects)
}

func (w Wait) isOfChannel() bool { return w.op == "send" || w.op == "recv" }

// ConfirmedWaits are the waits of the goroutines of confirmed deadlocks.
func ConfirmedWaits(findings []report.Finding) (waits []Wait) {
	for _, f := range findings {
		if f.Status == report.StatusConfirmed {
			waits = append(waits, waitsOf(f.Blocked())...)
		}
	}
	return waits
}

func waitsOf(blocked []report.Goroutine) (waits []Wait) {
	for _, g := range blocked {
		if w, ok := waitOf(g); ok {
			waits = append(waits, w)
		}
	}
	return waits
}

// IsAmong reports whether the goroutine waits as one of a list does.
func IsAmong(g report.Goroutine, list []Wait) bool {
	w, ok := waitOf(g)
	return ok && slices.ContainsFunc(list, w.is)
}

// WaitsAmong reports whether every goroutine of a finding waits where one of
// the other finding does.
func WaitsAmong(f, other report.Finding) bool {
	list := waitsOf(other.Blocked())
	return !slices.ContainsFunc(f.Blocked(), func(g report.Goroutine) bool { return !IsAmong(g, list) })
}

// SameWaits reports whether the goroutines of each of two findings wait where those of the other one do.
func SameWaits(f, other report.Finding) bool { return WaitsAmong(f, other) && WaitsAmong(other, f) }
