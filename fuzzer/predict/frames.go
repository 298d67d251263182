package predict

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// site is the innermost frame that names a place in the program, chosen as the
// recorder chooses it (trace.Trace.Places).
func (p *process) site(id trace.StackID) trace.Frame {
	frames := p.trace.Stacks[id]
	for _, f := range frames {
		if !passesOn(f) {
			return f
		}
	}
	if len(frames) > 0 {
		return frames[len(frames)-1]
	}
	return trace.Frame{Func: "?"}
}

// named is the site of a stack, with the full name of its function.
func (p *process) named(s trace.StackID) trace.Frame {
	f := p.site(s)
	f.Func = p.names.fn(f.Func)
	return f
}

// passesOn reports whether a frame only passes an operation on. The functions of sync.OnceValue and its like are
// compiled into the package that calls them, and have its name.
func passesOn(f trace.Frame) bool {
	return passesLockOn(f.Func) || strings.HasSuffix(f.File, "/src/sync/oncefunc.go")
}

// passesLockOn tells frames that only pass a lock operation on.
func passesLockOn(fn string) bool {
	for _, prefix := range []string{"runtime.", "sync.", "internal/sync.", "sync/atomic.", "reflect.", "internal/_deadlocklint/"} {
		if strings.HasPrefix(fn, prefix) {
			return true
		}
	}
	base := fn[strings.LastIndexByte(fn, '/')+1:]
	if strings.Count(base, ".") < 2 {
		return false
	}
	switch base[strings.LastIndexByte(base, '.')+1:] {
	case "Lock", "RLock", "TryLock", "TryRLock":
		return true
	}
	return false
}

// isOfTesting reports whether a goroutine waits for its test, as every program
// that tests does.
func isOfTesting(fn string) bool { return strings.HasPrefix(fn, "testing.") }

// isTestBody reports whether a goroutine is the main one, or runs the function of a test.
func (p *process) isTestBody(g trace.G) bool {
	stack, started := p.created[g]
	return !started || isOfTesting(p.site(stack).Func)
}

// beginsRun reports whether an event is the begin of a run of an exploration: the base schedule may be
// run some times before the choices that are made again.
func (p *process) beginsRun(e *trace.Event) bool {
	return e.Op == trace.OpTest && p.target != nil && p.target.Explored != nil && p.trace.Texts[e.Arg] == p.target.Explored.Test
}

// endsTest reports whether a stack is that of a test which is over, or waits for another.
func (p *process) endsTest(s trace.StackID) bool {
	return isOfTesting(p.site(s).Func) || slices.ContainsFunc(p.trace.Stacks[s], func(f trace.Frame) bool {
		return strings.HasPrefix(f.Func, "testing.tRunner.func")
	})
}
