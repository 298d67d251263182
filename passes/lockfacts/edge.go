package lockfacts

import (
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A Lock is a lock as an edge knows it.
type Lock struct {
	Node  string // see syncop.AccessPath.Node
	Class string // the lock class
	Path  string
	Read  bool
	Site  Site // where it is acquired
	Via   []Site
}

// An Edge is an acquisition of To while From is held.
type Edge struct {
	From     Lock
	To       Lock
	Func     string      // the outermost function that sees both
	Gates    []Gate      // further locks held then
	Guards   []Condition // the flags that hold on the path, of objects that keep them: see ask_flag.go
	Contexts []string
	Async    string
	Same     bool // both are of one class
	// Step is the field that leads from one of two objects of one class to the other one, see stepBetween.
	Step string
	// Double is set when both are the same object.
	Double bool
	// Ordered is the comparison by which From is taken before To, see HeldLock.
	Ordered string
	// Unresolved is the key of the unresolved call after which To is acquired, or "", see DynamicCall.
	Unresolved string

	id string // see key
}

// key is the same for edges that say the same. It must not be asked for before
// the edge is complete.
func (e *Edge) key() string {
	if e.id == "" {
		e.id = digest(e.describe)
	}
	return e.id
}

// describe writes what tells an edge from others.
func (e *Edge) describe(b []byte) []byte {
	from, _ := holderOf(e.From.Path)
	to, _ := holderOf(e.To.Path)
	add := func(list ...string) {
		for _, s := range list {
			b = append(append(b, s...), ' ')
		}
	}
	add(e.From.Node, mode(e.From.Read), e.To.Node, mode(e.To.Read), e.From.Site.Func, e.To.Site.Func, from, to)
	if e.Same {
		add(e.From.Path, e.To.Path, e.Func, e.Ordered)
	}
	for _, g := range e.Gates {
		add(",", g.Node)
	}
	for _, c := range e.Guards {
		add(c.Path, truth(c.Val))
	}
	add(e.Unresolved)
	return b
}

// Waiter is the function that identifies the edge. It waits for To, and lock methods of the
// program that only pass the call on are skipped.
func (e *Edge) Waiter() string { return waiter(e.To) }

func waiter(l Lock) string {
	if !syncop.IsLockMethod(l.Site.Func) {
		return l.Site.Func
	}
	for i := len(l.Via) - 1; i >= 0; i-- {
		if !syncop.IsLockMethod(l.Via[i].Func) {
			return l.Via[i].Func
		}
	}
	return l.Site.Func
}

// LockOf describes the lock at an access path.
func LockOf(p syncop.AccessPath, read bool, site Site, via []Site) Lock {
	return Lock{Node: p.Node(), Class: p.Class(), Path: p.String(), Read: read, Site: site, Via: via}
}
