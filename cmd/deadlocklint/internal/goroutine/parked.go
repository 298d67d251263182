package goroutine

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// AsParked tells the goroutines of a candidate as the confirming run has parked them. A run confirms a candidate by the places
// of its waits. The goroutine that waits there may be another one than in the recorded run, when both call one function.
func AsParked(se *session.Session, list []report.Goroutine, dump string) {
	stacks := explorer.Stacks(dump)
	for i := range list {
		if k := parkedStack(se, &list[i], stacks); k >= 0 {
			followStack(se, &list[i], &stacks[k])
			stacks = slices.Delete(stacks, k, k+1)
		}
	}
}

// parkedStack is the stack that waits where a goroutine of a candidate does, -1 for none. Of several, a stack that was created
// where the goroutine was comes first.
func parkedStack(se *session.Session, g *report.Goroutine, stacks []explorer.Stack) int {
	best := -1
	for k := range stacks {
		at, ok := stacks[k].Program()
		if !ok || report.LineOf(frameStep(se, "request", at).Pos) != report.LineOf(g.Steps[len(g.Steps)-1].Pos) {
			continue
		}
		if isCreatedAt(se, g, &stacks[k]) {
			return k
		}
		if best < 0 {
			best = k
		}
	}
	return best
}

// isCreatedAt reports whether a go statement is that of a stack. Where the dump names none of the program, any is.
func isCreatedAt(se *session.Session, g *report.Goroutine, s *explorer.Stack) bool {
	first := &g.Steps[0]
	return first.Op != "go" || !s.Created.IsOfProgram() || report.LineOf(frameStep(se, "go", s.Created).Pos) == report.LineOf(first.Pos)
}

// followStack replaces the go statement of a goroutine that the run has created elsewhere. It leaves out the locks that
// functions took which are not on the stack: the recorded goroutine had come another way.
func followStack(se *session.Session, g *report.Goroutine, s *explorer.Stack) {
	if len(g.Steps) < 2 || isCreatedAt(se, g, s) {
		return
	}
	g.Steps[0] = frameStep(se, "go", s.Created)
	last := len(g.Steps) - 1
	kept := slices.DeleteFunc(slices.Clone(g.Steps[1:last]), func(st report.Step) bool {
		return !slices.ContainsFunc(s.Frames, func(f explorer.Frame) bool { return inPackage(f.Func) == inPackage(st.Func) })
	})
	g.Steps = slices.Concat(g.Steps[:1], kept, g.Steps[last:])
}

// inPackage is the name of a function without its package: a dump calls the package of a program main, and a finding names its path.
func inPackage(fn string) string {
	_, name, _ := strings.Cut(fn[strings.LastIndexByte(fn, '/')+1:], ".")
	return name
}
