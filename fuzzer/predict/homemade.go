package predict

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Locks of the program's own making that are no nodes of the relation. They are
// recognised by their reason, not by their name alone:
//
//   - a type with a pair of methods like Lock and Unlock whose second takes a
//     lock of package sync. A wrapper's Unlock only releases; one that takes a
//     lock keeps its state in memory behind it, as semaphore.Weighted and locks
//     made of a Cond do;
//   - a WaitGroup to which a goroutine adds itself and from which it takes itself
//     off again, so that others wait for it as for a lock: singleflight.
//
// What is made of atomics alone leaves no event here and is not noticed.

// releasing are methods that end a hold, with those that begin it.
var releasing = map[string]string{"Unlock": "Lock", "RUnlock": "RLock", "Release": "Acquire"}

// homemade names them.
func (p *process) homemade() []string {
	var names []string
	types := map[string]bool{} // that are named
	added := map[uint64]trace.G{}
	groups := map[uint64]bool{}
	for _, e := range p.objects.Events {
		switch e.Op {
		case trace.OpLock, trace.OpRLock:
			if typ, method := p.methodThatLocks(e.Stack()); typ != "" {
				if begin := releasing[method]; begin != "" && !types[typ] && p.hasMethod(typ, begin) {
					types[typ] = true
					names = append(names, p.names.fn(typ)+" as a lock")
				}
			}
		case trace.OpWGAdd:
			if int64(e.Arg) > 0 {
				added[e.Obj] = e.G
			} else if added[e.Obj] == e.G && !groups[e.Obj] {
				groups[e.Obj] = true
				names = append(names, "the WaitGroup "+p.names.class(p.objects, p.trace, e.Obj)+" as a lock")
			}
		}
	}
	return names
}

// methodThatLocks returns the type and name of the method that calls package
// sync on a stack, or "" when that is no method of the program.
func (p *process) methodThatLocks(id trace.StackID) (typ, method string) {
	for _, f := range p.trace.Stacks[id] {
		if isRuntime(f.Func) {
			continue
		}
		if strings.Contains(f.File, "/goroot-") {
			return "", ""
		}
		return splitMethod(f.Func)
	}
	return "", ""
}

func isRuntime(fn string) bool {
	for _, prefix := range []string{"runtime.", "sync.", "internal/sync.", "reflect.", "internal/_deadlocklint/"} {
		if strings.HasPrefix(fn, prefix) {
			return true
		}
	}
	return false
}

// hasMethod reports whether a stack of the trace goes through the method.
func (p *process) hasMethod(typ, method string) bool {
	for _, frames := range p.trace.Stacks {
		for _, f := range frames {
			if t, m := splitMethod(f.Func); t == typ && m == method {
				return true
			}
		}
	}
	return false
}

// splitMethod takes "p.(*T).M" and "p.T.M" apart as "p.T" and "M"; other
// functions have neither.
func splitMethod(fn string) (typ, method string) {
	slash := strings.LastIndexByte(fn, '/') + 1
	parts := strings.Split(fn[slash:], ".")
	if len(parts) != 3 {
		return "", ""
	}
	name := strings.TrimSuffix(strings.TrimPrefix(parts[1], "(*"), ")")
	return fn[:slash] + parts[0] + "." + name, parts[2]
}
