package explorer

import (
	"fmt"
	"slices"
	"strings"
)

// A Stack is where a goroutine is, as Go itself writes it.
type Stack struct {
	ID     int     // Go's number of it
	By     int     // that of the goroutine which created it, 0 for not known
	State  string  // running, runnable, or what it waits for
	Frames []Frame // the innermost first, without where it was created

	Created Frame // the go statement, zero when the dump does not have it
}

// A Frame is a call.
type Frame struct {
	Func string
	Pos  string // file:line
}

// isOfTest reports whether the call is in a file of tests.
func (f *Frame) isOfTest() bool {
	file, _, _ := strings.Cut(f.Pos, ":")
	return strings.HasSuffix(file, "_test.go")
}

// Stacks reads the goroutines of a dump, and leaves out text that is not part of one.
func Stacks(dump string) (list []Stack) {
	in, made := false, false
	for line := range strings.Lines(dump) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "goroutine ") && strings.HasSuffix(line, ":") {
			list, in = append(list, Stack{ID: numberBehind(line, "goroutine "), State: stateOf(line)}), true
			continue
		}
		if at, ok := strings.CutPrefix(line, "\t"); ok && made {
			list[len(list)-1].Created.Pos, _, _ = strings.Cut(at, " ")
		}
		if made = in && strings.HasPrefix(line, "created by "); made {
			last := &list[len(list)-1]
			last.By = numberBehind(line, " in goroutine ")
			last.Created.Func, _, _ = strings.Cut(strings.TrimPrefix(line, "created by "), " in goroutine ")
		}
		if in = in && line != "" && !strings.HasPrefix(line, "created by "); in {
			list[len(list)-1].line(line)
		}
	}
	return list
}

// numberBehind is the number after some words of a line, 0 for none.
func numberBehind(line, words string) (n int) {
	_, text, _ := strings.Cut(line, words)
	_, _ = fmt.Sscan(text, &n) // 0 where there is none
	return n
}

// OfRun are the goroutines of a dump that may be of a run: those that the body of the test started, and theirs. The main
// goroutine started others, such as workers of the package.
func OfRun(list []Stack) []Stack {
	by := map[int]*Stack{}
	for i := range list {
		by[list[i].ID] = &list[i]
	}
	return slices.DeleteFunc(slices.Clone(list), func(s Stack) bool {
		g := &s
		for g != nil && !g.isBody() {
			if g.ID == 1 || g.By == 1 {
				return true
			}
			g = by[g.By] // nil where it has ended
		}
		return false
	})
}

// isBody reports whether the goroutine runs the body of a test.
func (s *Stack) isBody() bool {
	return slices.ContainsFunc(s.Frames, func(f Frame) bool { return strings.HasPrefix(f.Func, "testing.(*dlRuns).under") })
}

// stateOf is between the brackets of a header, up to the time that the goroutine has waited.
func stateOf(header string) string {
	_, state, _ := strings.Cut(header, "[")
	state, _, _ = strings.Cut(state, "]")
	state, _, _ = strings.Cut(state, ", ")
	return state
}

// line takes in a line of a stack: a call, or where the one before is.
func (s *Stack) line(line string) {
	if at, ok := strings.CutPrefix(line, "\t"); ok {
		if n := len(s.Frames); n > 0 {
			s.Frames[n-1].Pos, _, _ = strings.Cut(at, " ")
		}
		return
	}
	if i := strings.LastIndexByte(line, '('); i > 0 {
		s.Frames = append(s.Frames, Frame{Func: line[:i]})
	}
}

// Program is the innermost frame of the program. Frames of the runtime, of packages with
// blocking operations, and of package testing do not count. ok is false when no other frame
// is there.
func (s *Stack) Program() (f Frame, ok bool) {
	for _, f := range s.Frames {
		if f.IsOfProgram() {
			return f, true
		}
	}
	return Frame{}, false
}

// IsOfProgram reports whether a frame counts for [Stack.Program].
func (f *Frame) IsOfProgram() bool {
	return f.Func != "" && !isBelow(f.Func) && !strings.Contains(f.Pos, oncefunc)
}

// oncefunc is the file of sync.OnceValue and its like. The compiler names their literals by the function that calls them.
const oncefunc = "/src/sync/oncefunc.go:"

func isBelow(fn string) bool {
	for _, prefix := range []string{"runtime.", "sync.", "sync/atomic.", "internal/", "testing.", "time.Sleep", "syscall.", "os/signal."} {
		if strings.HasPrefix(fn, prefix) {
			return true
		}
	}
	return false
}
