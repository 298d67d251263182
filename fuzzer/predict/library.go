package predict

import (
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// withinLibrary reports whether a cycle is a matter of the standard library alone: its locks
// are the library's own, and each goroutine takes its locks within one call into it, with no
// function of the program in between. Such orders are often kept apart by no lock, such as
// the count of forks behind syscall.ForkLock, and the program can do nothing about them.
func (p *process) withinLibrary(c lockgraph.Candidate) bool {
	for _, e := range c.Edges {
		if !stdlib.Has(e.Class) {
			return false
		}
		call, ok := p.libraryCall(e.Stack)
		if !ok {
			return false
		}
		for _, h := range e.Held {
			if held, ok := p.libraryCall(h.Stack); !ok || held != call {
				return false
			}
		}
	}
	return true
}

// libraryCall is the innermost frame of the program in a stack, which calls the library. It
// is not ok when the stack has none.
func (p *process) libraryCall(id trace.StackID) (call trace.Frame, ok bool) {
	for _, f := range p.trace.Stacks[id] {
		if !stdlib.Has(f.Func) {
			return f, true
		}
	}
	return trace.Frame{}, false
}
