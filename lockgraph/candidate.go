package lockgraph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Kind is the shape of a candidate.
type Kind uint8

// The kinds of candidates.
const (
	KindCycle          Kind = iota // each goroutine waits for a lock that the next one holds
	KindRecursiveRLock             // a reader reads again after a writer that waits for it
	KindDoubleLock                 // a goroutine waits for a lock that it holds itself; always manifest
	KindCross                      // a cycle whose parts were never seen in one test: see Merge
)

// Check is the check whose findings candidates of the kind become.
func (k Kind) Check() checks.Name {
	return [...]checks.Name{checks.LockOrder, checks.RecursiveRLock, checks.DoubleLock, checks.CrossTest}[k]
}

// A Status is the knowledge of this package about a candidate.
type Status uint8

// The statuses, weakest first.
const (
	Infeasible Status = iota // cannot happen: common exclusive gate lock, one goroutine, hard order, or modes that do not block
	Undecided                // Reason says what stands against it
	Feasible                 // the Witness leads there, on the Assumption
	Manifest                 // it happened in this run
)

// String returns the status in lower case.
func (s Status) String() string {
	return [...]string{"infeasible", "undecided", "feasible", "manifest"}[s]
}

// A Role says why a goroutine is part of a candidate.
type Role uint8

// The roles. The members of the cycle come first, in its order. Each requests a lock
// that the next one holds, and the last one requests a lock of the first.
const (
	RoleMember Role = iota
	RoleWriter      // its request of an RWMutex keeps out a member that wants to read
	RoleSlot        // it holds another slot of a lock with a capacity
)

// String returns the role in lower case.
func (r Role) String() string { return [...]string{"member", "writer", "slot"}[r] }

// An Edge is one goroutine of a candidate, with the locks that it holds and the lock
// that it requests.
type Edge struct {
	Role  Role
	G     trace.G
	Held  []HeldLock // oldest first
	Lock  uint64     // requested
	Class string
	Mode  Mode
	Stack trace.StackID
	Func  string // of Stack
	Site  string // of Stack
	Seq   uint64 // of the acquire (or ungranted request) that is meant: the witness's, else the last
	Count int    // how often this happened in the run
	Tests []string
	Part  int // index of the relation, in Merge
}

// A HeldLock is a Hold with the names of its Info.
type HeldLock struct {
	Hold
	Class string
	Func  string
	Site  string
}

// A Candidate is a set of goroutines that may come to wait for each other.
type Candidate struct {
	Kind       Kind
	Edges      []Edge
	Status     Status
	Cause      Cause  // why it is not feasible
	Reason     string // the same for people, one line
	Evidence   []Evidence
	Witness    *Witness // of a feasible one
	Assumption string   // of a feasible one; empty when none is needed
}

// A Cause is the kind of reason why a candidate is not feasible.
type Cause uint8

// The causes. The first four make a candidate infeasible, the others undecided.
const (
	CauseNone      Cause = iota
	CauseGate            // two of the goroutines hold a common lock, not both shared
	CauseGoroutine       // it is one goroutine
	CauseHardOrder       // go, join or package init puts every occurrence in order
	CauseModes           // readers do not wait for readers

	CauseSoftOrder // channels and the like put every occurrence in order
	CauseSections  // critical sections would have to come in another order than they did
	CauseFolded    // nothing found among the occurrences that were kept
	CauseHandOff   // a lock of it is released by goroutines that do not hold it
	CauseLost      // events are missing
	CauseCross     // never in one test
	CauseTime      // the analysis was ended before it was known
)

// String returns the cause in lower case.
func (c Cause) String() string {
	return [...]string{"", "gate", "goroutine", "hard-order", "modes",
		"soft-order", "sections", "folded", "hand-off", "lost", "cross-test", "time"}[c]
}

// Evidence is an event that a reason rests on.
type Evidence struct {
	G     trace.G
	Seq   uint64
	Op    trace.Op
	Obj   uint64
	Stack trace.StackID
	Site  string // of Stack
}

// A Witness is a prefix of every goroutine after which all goroutines of the candidate
// wait. First come the events of the run that are inside, in their order, and then the
// requests of the edges.
type Witness struct {
	set trie      // shared with others: there are many witnesses of many goroutines
	ids []trace.G // by slot
}

// Until returns up to which Seq goroutine g runs; 0 means not at all. O(goroutines).
func (w *Witness) Until(g trace.G) uint64 {
	if i := slices.Index(w.ids, g); i >= 0 {
		return w.set.get(slot(i))
	}
	return 0
}

// Contains reports whether the event is in the prefix. O(goroutines).
func (w *Witness) Contains(e trace.Event) bool { return e.Seq <= w.Until(e.G) }

// Goroutines returns the bound of every goroutine that runs at all.
func (w *Witness) Goroutines() map[trace.G]uint64 {
	until := map[trace.G]uint64{}
	w.set.each(func(s slot) { until[w.ids[s]] = w.set.get(s) })
	return until
}

// Info describes what the relation knows by number. Each field may be nil.
type Info struct {
	Class func(lock uint64) string   // the lock class
	Func  func(trace.StackID) string // the function of the acquire, without line
	Site  func(trace.StackID) string // "func file:line"
	Test  func(trace.G) string       // the test that the goroutine belongs to, "" for none
	Owner func(lock uint64) uint64   // the allocation that the lock is in, 0 when not known

	// Arguments tells apart locks of one class that are never the same object,
	// because the generic types that they are in have other type arguments.
	Arguments func(lock uint64) string
}

func (i Info) class(lock uint64) string {
	if i.Class == nil {
		return fmt.Sprintf("lock#%d", lock)
	}
	return i.Class(lock)
}

func (i Info) owner(lock uint64) uint64 {
	if i.Owner == nil {
		return 0
	}
	return i.Owner(lock)
}

func (i Info) fn(s trace.StackID) string {
	if i.Func == nil {
		return fmt.Sprintf("stack#%d", s)
	}
	return i.Func(s)
}

func (i Info) site(s trace.StackID) string {
	if i.Site == nil {
		return i.fn(s)
	}
	return i.Site(s)
}

func (i Info) tests(g trace.G) []string {
	if i.Test != nil {
		if name := i.Test(g); name != "" {
			return []string{name}
		}
	}
	return nil
}

// edge describes a dependency.
func (i Info) edge(d *Dependency) Edge {
	e := Edge{
		G: d.G, Lock: d.Lock, Class: i.class(d.Lock), Mode: d.Mode,
		Stack: d.Stack, Func: i.fn(d.Stack), Site: i.site(d.Stack),
		Seq: d.tail.seq, Count: d.Count, Tests: i.tests(d.G),
	}
	for _, h := range d.Held {
		e.Held = append(e.Held, HeldLock{h, i.class(h.Lock), i.fn(h.Stack), i.site(h.Stack)})
	}
	return e
}

// String returns the candidate in one line, for logs and tests.
func (c Candidate) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", c.Status, c.Kind.Check())
	for _, e := range c.Edges {
		fmt.Fprintf(&b, " g%d[", e.G)
		for i, h := range e.Held {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%s:%s", h.Class, h.Mode)
		}
		fmt.Fprintf(&b, "]->%s:%s", e.Class, e.Mode)
	}
	if c.Reason != "" {
		b.WriteString(": " + c.Reason)
	}
	return b.String()
}
