package lockfacts

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Site is where something happens.
type Site struct {
	Func string // as Go's runtime writes it
	Pos  string // import path/file.go:line

	tok token.Pos // in the package being analysed, else token.NoPos
}

// Token returns the position in the package being analysed, or token.NoPos.
func (s Site) Token() token.Pos { return s.tok }

// A HeldLock is a lock that is held.
type HeldLock struct {
	Lock syncop.AccessPath
	Read bool
	Site Site
	Via  []Site // calls from the function to Site, outermost first
	// Ordered is the comparison by which it is held before the lock of the event.
	Ordered string
	// Under is set when the object of the event was made while it was held: see markUnder.
	Under bool

	at   ssa.Instruction // that locks it in the function being analysed, itself
	from *ssa.Call       // that returned with it

	signal bool // see IsSignal
}

// A Released is a lock of the caller that is released.
type Released struct {
	Lock syncop.AccessPath
	Read bool
	Once bool // unless it was already: see releasesOnce
}

// An Event is an operation that a function performs, itself or through calls.
type Event struct {
	Op       trace.Op
	Obj      syncop.AccessPath
	Read     bool
	Held     []HeldLock // locks that the function itself holds then, oldest first
	Released []Released // locks of the caller that are released then
	Conds    []Condition
	Needs    []string // fields of arguments that have been given a value: see ask_needs.go
	Site     Site
	Via      []Site // calls from the function to Site, outermost first

	// Async is the go statement (or the like) after which it happens: then no
	// lock of the caller is held.
	Async string
	// Escapes is set when it does not block for good: a select with other
	// cases or a default.
	Escapes bool
	// Patient is set for an event that escapes only when a context ends which the
	// function was given: that may be never.
	Patient bool
	// Once is set when the object was made by the function that performs it:
	// it happens once for each object.
	Once bool
	// Counted is set when the goroutine itself has called Add before, for this Done. The
	// locks that it took before the Add do not delay the waiting goroutine.
	Counted bool
	// Before is the nodes of the locks that the same goroutine may have acquired before. It also
	// has the keys of unresolved calls that the goroutine may have made.
	Before []string
	// Instead is the same for locks that the goroutine may acquire instead of this event. The
	// event is one case of a select, and the goroutine does not come back to it.
	Instead []string
	// Dynamic is set for a call whose target is not known yet; Op is then OpNone.
	Dynamic *DynamicCall

	// Holder is that of a Communication, where the access path is forgotten.
	Holder string

	at      ssa.Instruction // of the function being analysed
	through *Site           // the call through which it comes, until it is before Via
	own     int             // how many of Held are held by the function being analysed
	visible bool            // the called function could not name all of it
	again   bool            // the called function knew that it holds Obj already
	arm     int             // of a select: 1 for its first case
	within  []within        // after functions that only some objects have
	around  int             // how many of Held are held by the caller of a function that it was given
}

// Own returns the locks that the function holds then which the event is of.
func (e *Event) Own() []HeldLock { return e.Held[:e.own] }

// IsAcquire reports whether the event takes a lock.
func (e *Event) IsAcquire() bool { return e.Op == trace.OpLock || e.Op == trace.OpRLock }

// A DynamicCall is a call through an interface or a function value.
type DynamicCall struct {
	// Key is "I:pkg.Iface.Method" for an interface method, "F:" and the class
	// of the variable or field for a function value.
	Key    string
	Method string
	Recv   syncop.AccessPath
	Args   []Arg
	Field  string // class of the field that holds the receiver
	In     string // the same field, as in a path

	target *FuncVal // when the caller's arguments tell
}

// An Arg is an argument or a captured variable, as the caller sees it.
type Arg struct {
	Path    syncop.AccessPath
	Content *syncop.AccessPath // the value of the variable, when Path is that of a variable assigned once
	Fn      *FuncVal           // when it is a known function
	Const   string             // "true", "false", "nil", "nonnil" or another constant
	Slot    string             // the class of the field that the function was read from, when it is not known

	name string     // by which conditions know it, when it is not Path
	asks *Condition // the condition that a bool is
	typ  types.Type // of an interface value, when known
	may  []*FuncVal // the possible values of a variable with several

	value  guard.Value            // its known value
	fields map[string]guard.Value // of a struct that is passed by value, by the way to each
	offset *offset                // when it is another value plus a constant
}

// A FuncVal is a function value: a function, a method bound to its receiver,
// or a literal with its captured variables.
type FuncVal struct {
	Name     string
	Recv     *Arg
	FreeVars []Arg
	Once     bool // it is wrapped: only the first call does something
}

// A ReturnValue is the knowledge about a result.
type ReturnValue struct {
	Const string
	Fn    *FuncVal
	Path  *syncop.AccessPath
	Flags string // of an object that was made: ".writable=true"
}

// An Outcome is one way in which a function returns.
type Outcome struct {
	Conds    []Condition
	Net      []HeldLock // acquired and still held
	Released []Released // locks of the caller that were released
	Returns  []ReturnValue
	// Refused is set when the function does nothing because it, or another one, has done so before: see refuses.
	Refused bool

	refused string // by which fields
}

// A Summary is the facts about a function that its callers need.
type Summary struct {
	Events   []Event
	Outcomes []Outcome // empty: it returns without effect
	NoReturn bool      // it never returns

	brief bool  // events are left out, see isBrief
	left  nodes // the nodes that those add to the locks acquired before, by analyzer.numbers
}

func (s *Summary) empty() bool {
	return len(s.Events) == 0 && len(s.Outcomes) == 0 && !s.NoReturn
}

func appendPath(b []byte, p syncop.AccessPath) []byte {
	return append(append(append(append(b, p.Root...), p.Path...), '|'), p.Types...)
}

// before reports whether an event of a group is to be shown rather than another one.
func (e *Event) before(o *Event) bool {
	return cmp.Or(cmp.Compare(len(e.Conds), len(o.Conds)), cmp.Compare(len(e.Held), len(o.Held)), cmp.Compare(e.hops(), o.hops())) < 0
}

// hops is how many calls lead from the function to Site.
func (e *Event) hops() int {
	if e.through == nil {
		return len(e.Via)
	}
	return min(len(e.Via)+1, maxVia)
}

// arrive completes Via. Most events of called functions are like others and
// are never kept, and need no memory of their own for it.
func (e *Event) arrive() {
	if e.through != nil {
		e.Via, e.through = prepend(*e.through, e.Via), nil
	}
}

// prepend puts a call before others.
func prepend(call Site, rest []Site) []Site {
	list := make([]Site, 0, min(len(rest)+1, maxVia))
	return append(append(list, call), rest[:min(len(rest), maxVia-1)]...)
}

// isDouble reports whether the function itself holds what it acquires.
func (e *Event) isDouble() bool {
	return slices.ContainsFunc(e.Held, func(h HeldLock) bool { return h.Lock.Same(e.Obj) })
}

func isOutside(p syncop.AccessPath) bool { return p.Outer() || p.Root == "G" }
