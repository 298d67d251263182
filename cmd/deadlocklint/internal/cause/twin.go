package cause

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// SameLines reports whether the goroutines of a static finding are the members of a cycle. Each
// member waits at the line of a goroutine, and took its locks at the lines of that goroutine. A line of a function that several call is
// there for other objects each time, so the objects are compared as well.
func SameLines(static report.Finding, members []report.Goroutine) bool {
	if len(static.Goroutines) == 0 || len(static.Goroutines) != len(members) {
		return false
	}
	left := slices.Clone(members)
	for _, g := range static.Goroutines {
		i := slices.IndexFunc(left, func(d report.Goroutine) bool { return sameSide(g, d) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// sameSide reports whether a goroutine of a run waits at the line at which a static one
// does, and holds locks since the lines of all that the static one holds.
func sameSide(static, dynamic report.Goroutine) bool {
	n, m := len(static.Steps), len(dynamic.Steps)
	if n == 0 || m == 0 || !sameStep(static.Steps[n-1], dynamic.Steps[m-1]) {
		return false
	}
	return !slices.ContainsFunc(static.Steps[:n-1], func(s report.Step) bool {
		return !slices.ContainsFunc(dynamic.Steps[:m-1], func(d report.Step) bool { return sameStep(s, d) })
	})
}

// sameStep reports whether a step of a static finding and one of a run are at one line, and may be at one object. The source names
// an object by the container that has a pointer to it, and a run by the place that made it.
func sameStep(static, dynamic report.Step) bool {
	if report.LineOf(static.Pos) != report.LineOf(dynamic.Pos) {
		return false
	}
	return isElement(static.Class) != isElement(dynamic.Class) || mayBeOne(named(static), named(dynamic))
}

// isElement reports whether a class names the elements of a container.
func isElement(class string) bool { return strings.HasSuffix(class, "[]") }

// Twin is the static candidate about the same deadlock, or nil. A lock is
// held while waiting at the same line, for a goroutine that is in the same
// function. The static side does not say where that goroutine is blocked.
func Twin(f report.Finding, static []report.Finding) *report.Finding {
	for i, s := range static {
		if s.Check != checks.LockHeld || len(s.Goroutines) != 2 {
			continue
		}
		waits, answers := LastStep(s.Goroutines[0]), LastStep(s.Goroutines[1])
		at := slices.IndexFunc(f.Goroutines, func(g report.Goroutine) bool { return sameStep(LastStep(g), waits) })
		if at >= 0 && slices.ContainsFunc(slices.Concat(f.Goroutines[:at], f.Goroutines[at+1:]), func(g report.Goroutine) bool {
			return place(LastStep(g)) == place(answers)
		}) {
			return &static[i]
		}
	}
	return nil
}

// place is the file and the function of a step, without its package: that of a
// program is called main in a run, and by its path in the source.
func place(s report.Step) string {
	file, _, _ := report.SplitPos(s.Pos)
	_, fn, _ := strings.Cut(s.Func[strings.LastIndexByte(s.Func, '/')+1:], ".")
	return file + " " + fn
}
