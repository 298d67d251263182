package predict

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Locks of the program's own making that are no nodes of the relation. They are
// recognised by their reason, not by their name alone:
//
//   - a type with a pair of methods like Lock and Unlock whose second takes a
//     lock of package sync. A wrapper's Unlock only releases; an Unlock that takes a
//     lock keeps its state in memory behind it, as semaphore.Weighted and locks
//     made of a Cond do;
//   - a WaitGroup to which goroutines add themselves and from which no other goroutine
//     takes them off again, while others, who did not, wait for them as for a
//     lock: singleflight. A counter of started goroutines is no lock.
//
// Locks that the standard library makes for itself are its affair.
//
// A lock that is made of atomics alone leaves no event here; see spinLocks.

// releasing are methods that end a hold, with those that begin it.
var releasing = map[string]string{"Unlock": "Lock", "RUnlock": "RLock", "Release": "Acquire"}

// homemade names them.
func (p *process) homemade() []string {
	var names []string
	methods := p.methods()
	types := map[string]bool{} // that are named
	seen := map[trace.StackID]bool{}
	p.each("looking for locks of the program's own making", func(_ int, e *trace.Event) {
		if e.Op != trace.OpLock && e.Op != trace.OpRLock || seen[e.Stack()] {
			return
		}
		seen[e.Stack()] = true
		typ, method := p.methodThatLocks(e.Stack())
		if begin := releasing[method]; begin != "" && !types[typ] && methods[typ+"."+begin] {
			types[typ] = true
			names = append(names, p.names.fn(typ)+" as a lock")
		}
	})
	for _, class := range p.ownGroups() {
		names = append(names, "the WaitGroup "+class+" as a lock")
	}
	return names
}

// ownGroups are the classes of the WaitGroups on which only goroutines that had
// called Add called Done, and others waited.
func (p *process) ownGroups() []string {
	type member struct {
		group uint64
		g     trace.G
	}
	in, foreign, waited := map[member]int{}, map[string]bool{}, map[string]bool{}
	var own []string
	complete := p.each("looking for WaitGroups that are locks", func(_ int, e *trace.Event) {
		if e.Op != trace.OpWGAdd && e.Op != trace.OpWGWait || e.Obj == 0 { // a nil WaitGroup has no class
			return
		}
		m, class := member{e.Obj, e.G}, p.names.class(p.objects, p.trace, e.Obj)
		switch n := int64(e.Arg); {
		case e.Op == trace.OpWGWait:
			if _, added := in[m]; !added {
				waited[class] = true
			}
		case n > 0:
			in[m] += int(n)
		case in[m] > 0 && !stdlib.Has(class):
			in[m]--
			if !slices.Contains(own, class) {
				own = append(own, class)
			}
		default:
			foreign[class] = true
		}
	})
	if !complete {
		return nil // another goroutine may take them off
	}
	return slices.DeleteFunc(own, func(class string) bool { return foreign[class] || !waited[class] })
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

// methods are the methods that the stacks of the trace go through, as "p.T.M".
func (p *process) methods() map[string]bool {
	all, seen := map[string]bool{}, map[string]bool{}
	for _, frames := range p.trace.Stacks {
		for _, f := range frames {
			if seen[f.Func] {
				continue
			}
			seen[f.Func] = true
			if typ, method := splitMethod(f.Func); typ != "" {
				all[typ+"."+method] = true
			}
		}
	}
	return all
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
