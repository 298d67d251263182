package predict

import (
	"context"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Nested is a lock dependency of a recording, with one of the locks that were held. It says which call of a test came to it. A request
// for writing of an RWMutex is a Nested without a held lock, too, since it keeps readers out.
type Nested struct {
	Test        string
	Held, Wants NestedLock   // the class of Held is "" for none
	Also        []NestedLock // held as well
	At          trace.Frame  // of the body of the test or subtest; Func is "" where the locks were taken by several calls, or by no body of a test
	Callee      string       // the function that the body calls there
}

// A NestedLock is a lock of a Nested.
type NestedLock struct {
	Instance uint64
	Class    string // with its type arguments
	Shared   bool
	Global   bool // it is in no allocation
}

// NestedLocks reads the recording of a test binary. Locks of the standard library are left out. It takes one pass over the recording.
func NestedLocks(ctx context.Context, dir string, target *record.Target) (list []Nested, err error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return nil, err
	}
	p := newProcess(ctx, t, target, &Executables{})
	p.analyze(&Stats{})
	for _, d := range p.relation.Dependencies() {
		for i := range d.Held {
			if n, ok := p.nested(d, i); ok {
				list = append(list, n)
			}
		}
		if len(d.Held) == 0 {
			n := Nested{Test: p.tests[d.G], Wants: p.nestedLock(d.Lock, d.Mode)}
			if at, callee, body := p.bodyOf(d.G, d.Stack); body && !stdlib.Has(n.Wants.Class) {
				n.At, n.Callee = at, callee
				list = append(list, n)
			}
		}
	}
	return list, ctx.Err()
}

func (p *process) nested(d *lockgraph.Dependency, held int) (n Nested, ok bool) {
	h := d.Held[held]
	n = Nested{Test: p.tests[d.G], Held: p.nestedLock(h.Lock, h.Mode), Wants: p.nestedLock(d.Lock, d.Mode)}
	if h.Lock == d.Lock || p.locks[h.Lock] != nil || p.locks[d.Lock] != nil || stdlib.Has(n.Held.Class) || stdlib.Has(n.Wants.Class) {
		return n, false
	}
	for i, o := range d.Held {
		if i != held {
			n.Also = append(n.Also, p.nestedLock(o.Lock, o.Mode))
		}
	}
	at, callee, body := p.bodyOf(d.G, d.Stack)
	before, _, _ := p.bodyOf(d.G, h.Stack)
	if body && before == at {
		n.At, n.Callee = at, callee
	}
	return n, true
}

func (p *process) nestedLock(lock uint64, mode lockgraph.Mode) NestedLock {
	return NestedLock{
		Instance: lock, Class: p.info.Class(lock) + trace.Arguments(p.objects.Instance(lock).Path),
		Shared: mode == lockgraph.Shared, Global: p.owner(lock) == 0,
	}
}

// bodyOf is where the body of a test or subtest makes the call of a stack, and the function called. It is false for another goroutine.
func (p *process) bodyOf(g trace.G, s trace.StackID) (at trace.Frame, callee string, ok bool) {
	frames := p.trace.Stacks[s]
	i := slices.IndexFunc(frames, func(f trace.Frame) bool { return f.Func == "testing.tRunner" })
	if i < 2 || !p.isTestBody(g) || !strings.HasSuffix(frames[i-1].File, "_test.go") {
		return at, "", false
	}
	return frames[i-1], frames[i-2].Func, true
}
