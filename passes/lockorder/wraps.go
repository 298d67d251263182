package lockorder

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An object that wraps another one of the same interface calls the method that it is called by:
//
//	func (c *Cache) Token() string { c.mu.Lock(); ...; return c.base.Token() }
//
// Two types that do so wrap each other as far as their types go, in both orders. Objects do not: one
// that came back to itself would call itself for ever, and hang in the first goroutine that comes.

// One of them may know the type of the wrapped value, and each may be wrapped by another interface that has the method.
// And where every method calls the one of its own name, it makes no difference by which of them two come
// to each other.

// goesAround reports whether each takes the lock that the one before waits for where it goes on to the next, by
// a method of one name, and one of them by an interface.
func goesAround(cycle []*lockfacts.Edge) bool {
	method, open := methodOf(cycle[0]), false
	for i, a := range cycle {
		b := cycle[(i+1)%len(cycle)]
		if method == "" || methodOf(a) != method || a.To.Site.Func != b.From.Site.Func {
			return false
		}
		open = open || a.Unresolved != ""
	}
	return open
}

// methodOf is the name of the method by which the function that holds in an edge goes on, or "".
func methodOf(e *lockfacts.Edge) string {
	if e.Unresolved != "" {
		return lastName(e.Unresolved)
	}
	at := slices.IndexFunc(e.To.Via, func(s lockfacts.Site) bool { return s.Func == e.From.Site.Func })
	if at < 0 {
		return ""
	}
	callee := e.To.Site.Func
	if at+1 < len(e.To.Via) {
		callee = e.To.Via[at+1].Func
	}
	if !strings.Contains(callee, ").") {
		return "" // no method
	}
	return lastName(callee)
}

// delegate reports whether each holds its lock in a method of an interface and calls the same method of another
// object of that interface, which does so as well.
func (s *search) delegate(cycle []*lockfacts.Edge) bool {
	of := ""
	for _, e := range cycle {
		method := lastName(e.Unresolved)
		iface := strings.TrimSuffix(e.Unresolved, method)
		if !strings.HasPrefix(iface, "I:") || of != "" && iface != of || lastName(e.From.Site.Func) != method || len(e.From.Via) > 0 || !s.goesOn(e) {
			return false
		}
		of = iface
	}
	return true
}

// goesOn reports whether the function that an edge leads to makes the same call with its own lock held.
func (s *search) goesOn(e *lockfacts.Edge) bool {
	if s.calls == nil {
		s.calls = map[unresolvedCall]bool{}
		for i := range s.edges {
			o := &s.edges[i]
			s.calls[unresolvedCall{o.Unresolved, o.From.Site.Func}] = true
		}
	}
	return s.calls[unresolvedCall{e.Unresolved, e.To.Site.Func}]
}

// An unresolvedCall is made by a function that holds a lock of its own.
type unresolvedCall struct{ open, by string }

// lastName is the part after the last dot of a name.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
