package lockfacts

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A goroutine that has an RWMutex for reading may take it again, unless a writer waits in between. A writer that comes
// only under a further lock cannot come in between while the reader has that lock:
//
//	func (s *Store) Get() { s.gate.Lock(); s.mu.RLock(); s.mu.RLock(); … }
//	func (s *Store) Set() { s.gate.Lock(); s.mu.Lock(); … }

// WriterBetween reports whether a writer may ask for a lock between two requests of a reader. The reader has the lock
// and comes to an event that takes it for reading again. The function looks at this package, in linear time, where the
// lock is a variable or a field of the package. Otherwise it says what HasWriter does.
func (r *Result) WriterBetween(pkg string, f *Func, ev *Event) bool {
	node := ev.Obj.Node()
	if !r.HasWriter(node) || !strings.HasPrefix(node, pkg+".") {
		return r.HasWriter(node)
	}
	held := f.gatesAt(ev)
	found := false
	for _, g := range r.Funcs {
		for i := range g.Events {
			w := &g.Events[i]
			if w.Op != trace.OpLock || w.Obj.Node() != node {
				continue
			}
			if found = true; !r.excludes(held, g.gatesAt(w), ev, w) {
				return true
			}
		}
	}
	return !found // its address went elsewhere
}

// gatesAt are the locks that are held at an event, apart from its own.
func (f *Func) gatesAt(ev *Event) []Gate {
	var list []Gate
	for i := range ev.Held {
		if g := gateOf(&ev.Held[i]); g.Node != "" && g.Node != ev.Obj.Node() {
			list = append(list, g)
		}
	}
	if ev.Async == "" {
		list = append(list, f.outerGates(ev.Released)...)
	}
	return list
}

// excludes reports whether the same lock is in both lists, exclusively in one of them, when the two events are about one lock.
func (r *Result) excludes(a, b []Gate, reader, writer *Event) bool {
	return slices.ContainsFunc(a, func(g Gate) bool {
		return slices.ContainsFunc(b, func(h Gate) bool {
			return g.Node == h.Node && !(g.Read && h.Read) && r.isOneGate(g, h, reader, writer)
		})
	})
}

// isOneGate reports whether two locks of one class are one object when two events are about one lock. A lock that callers hold
// has no path, and is believed to be one.
func (r *Result) isOneGate(g, h Gate, reader, writer *Event) bool {
	return g.Path == "" || h.Path == "" || g.Path == h.Path && strings.HasPrefix(g.Path, "G") ||
		r.LeadAlike(pathOf(reader), pathOf(writer), g.Path, h.Path)
}

func pathOf(ev *Event) string { return LockOf(ev.Obj, ev.Read, ev.Site, ev.Via).Path }
