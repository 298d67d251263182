package mhp

import (
	"fmt"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/ssa"
)

// A Kind is a way to prove that two operations exclude each other.
type Kind uint8

// The kinds.
const (
	Order Kind = iota + 1 // one is over before the other begins
	Gate                  // both are under one lock
	Apart                 // one waits for a lock that the other one does not hold
)

func (k Kind) String() string { return [...]string{"", "order", "gate", "apart"}[k] }

// A Proof says that two sides of a candidate never wait at the same time.
type Proof struct {
	Kind  Kind
	Sides [2]int           // indices of the sides
	At    []token.Position // the operations that it rests on: the go, the Wait, the Lock
	Why   string           // a sentence without its full stop, with the base names of files
}

// A Reason says why there is no proof.
type Reason uint8

// The reasons.
const (
	OneSide        Reason = iota + 1 // the candidate has a single goroutine
	NoSite                           // no operation of the program is at the place
	Deferred                         // a lock is taken by a defer or go statement itself
	Unreached                        // no call of the function is known
	ManyCombos                       // limit maxPairs is reached
	OpenCallers                      // a function is open
	NoAncestor                       // no function is on all ways to both sides
	Overlap                          // both can run in one activation of their ancestor
	ManyActivation                   // the ancestor runs more than once, on locks that may be the same
	NoGate                           // no lock is held at both sides
	GateReaders                      // one is, but by readers
	GateNotHeld                      // one is taken, but not on every path, or not by Lock
	GateEscapes                      // the lock is passed on, copied, overwritten or exported
	GateReleased                     // some function unlocks it without holding it
	GateUnsafe                       // package unsafe or cgo may release it
	GateInstance                     // one is held, but perhaps of another object
)

func (w Reason) String() string {
	return [...]string{
		"",
		"the candidate has one goroutine only",
		"no operation of the loaded packages is there",
		"a defer or go statement takes a lock itself",
		"no call of it is known",
		"too many instances",
		"it can be called from anywhere",
		"no function is on all ways to both operations",
		"both can run at the same time",
		"it can run more than once, on the same locks",
		"no lock is held at both operations",
		"the lock is held by readers only",
		"the lock is not held on every path by Lock",
		"the lock is passed on, copied, overwritten or exported",
		"the lock is unlocked where it is not surely held",
		"the program uses unsafe or cgo",
		"the lock may be that of another object",
	}[w]
}

// A Refusal is one reason for which a proof was not found.
type Refusal struct {
	Kind   Kind // of the proof; 0 for both
	Why    Reason
	Open   UnknownCallers // for OpenCallers
	Func   string         // that it is about, as the runtime names it, or ""
	At     token.Position
	weight int // the reason of the proof that came furthest is the one to show
}

// String writes the refusal in one line.
func (r Refusal) String() string {
	text := r.Why.String()
	if r.Open != CallersKnown {
		text = r.Open.String()
	}
	if r.Func != "" {
		text = r.Func + ": " + text
	}
	if r.At.IsValid() {
		text += " (" + short(r.At) + ")"
	}
	if r.Kind != 0 {
		text = "no proof by " + r.Kind.String() + ": " + text
	}
	return text
}

// short is a position with the base name of its file and without its column.
func short(at token.Position) string {
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// at is the position of an instruction, or of its function when it has none.
func (p *Program) at(in ssa.Instruction) token.Position {
	pos := in.Pos()
	if !pos.IsValid() {
		pos = in.Parent().Pos()
	}
	return p.fset.Position(pos)
}
