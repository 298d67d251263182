package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An Op is the kind of a statement of a trace program.
type Op uint8

// The statements. The comment of each says when it blocks.
const (
	Lock       Op = iota + 1 // exclusive; blocks while any goroutine holds the lock
	RLock                    // shared; blocks while a writer holds the lock or waits for it
	Unlock                   // of an exclusive hold
	RUnlock                  // of a shared hold
	TryLock                  // an attempt that succeeded: where it fails, the original goes another way
	TryRLock                 // the same in shared mode
	Wait                     // Cond.Wait: gives Lock2 up, blocks until woken, takes it again
	Signal                   // wakes the goroutine that waits longest
	Broadcast                // wakes all
	Go                       // starts thread Arg
	Add                      // adds Arg to a WaitGroup, or gives so many units of a semaphore back
	WGWait                   // blocks while the WaitGroup is above zero
	Send                     // blocks while the channel is full, or no goroutine receives
	Recv                     // blocks while the channel is empty; where it is closed the original goes another way
	RecvClosed               // the receive that found the channel closed and empty; of a select when it has Cases
	Close                    // of a channel
	Select                   // one of Cases; the recorded one is first
	Set                      // a variable gets the value Arg
	Inc                      // a variable grows by Arg
	If                       // Then where Cond holds, else Else
	Loop                     // Then as long as Cond holds
	Take                     // takes Arg units of a semaphore; blocks while there are not so many
	Order                    // goes on when thread Obj has executed its first Arg statements: an order that is not modelled otherwise
	Rest                     // the last statement: the goroutine goes on, and only the objects are known that it may use
)

var opNames = [...]string{
	Lock: "lock", RLock: "rlock", Unlock: "unlock", RUnlock: "runlock", TryLock: "trylock", TryRLock: "tryrlock",
	Wait: "wait", Signal: "signal", Broadcast: "broadcast", Go: "go", Add: "wgadd", WGWait: "wgwait",
	Send: "send", Recv: "recv", RecvClosed: "recvclosed", Close: "close", Select: "select",
	Set: "set", Inc: "inc", If: "if", Loop: "loop", Take: "acquire", Order: "order", Rest: "rest",
}

// String returns the statement's name; those that package trace has are named alike.
func (op Op) String() string {
	if int(op) < len(opNames) && opNames[op] != "" {
		return opNames[op]
	}
	return "op?"
}

// A Source is where a statement comes from.
type Source struct {
	Stack trace.StackID // of the operation, 0 where a table names the place
	Site  uint64        // the hash by which a confirming run knows the place
	Count int           // which of the goroutine's operations at that place, from 1; 0 when it did not happen in the recorded run
	Seq   uint64        // of the event
	Label string        // position from the table of conditions, when there is no stack
	Case  int           // of a select: which alternative was taken, from 1, in the order of the runtime; 0 when none was
	call  callSite
}

// A Stmt is a statement of a trace program.
type Stmt struct {
	Op             Op
	Obj            int   // index of the object, variable or thread it is about
	Lock2          int   // the lock of a Wait, or -1
	Read           bool  // the lock of a Wait is held in shared mode
	Arg            int64 // as Op says
	Cond           *Expr
	Then           []*Stmt
	Else           []*Stmt
	Cases          []Case
	Rest           *Uses // of a Rest
	NoMissedSignal bool  // the condition of a Wait is not known: that it ends whenever its signal came is assumed
	MayContinue    bool  // the original can also go on in another way: a default, a timer
	Assumed        bool  // it did not happen in the recorded run; the condition says that it would
	Source         Source

	Times   int         // how often it was executed in the recorded run
	renames []*variable // of the condition, while it is built
	bound   bool        // its variables are known
	wrong   bool        // its value in the recorded run was another one than they give
	moved   bool        // it read other ones later
	gate    bool        // it decides an operation on a channel or WaitGroup
	held    bool        // the condition held in the recorded run
	fixed   bool        // it is taken as it happened
	loads   []*Stmt     // orders that it takes where it is
	signal  *Stmt       // that ended a Wait in the recorded run
	latch   int         // of a signal: the variable, from 1, that says that it happened
}

// Uses are objects and variables that a goroutine may use.
type Uses struct {
	Objs, Vars []int
	Any        bool // it may use all others, too, but for locks: its further operations were not recorded
}

// A Case is one alternative of a Select. The first one was taken. Two others can be taken
// too: a timer, and a closed channel. The recorded continuation follows them. The
// continuation of any other alternative is not known.
type Case struct {
	Chan int
	Send bool
}

// Channels are those at which the statement may wait.
func (s *Stmt) Channels() (list []int) {
	switch s.Op {
	case Send, Recv, RecvClosed, Select:
	default:
		return nil
	}
	if len(s.Cases) == 0 {
		return []int{s.Obj}
	}
	for _, c := range s.Cases {
		list = append(list, c.Chan)
	}
	return list
}

// transfer is the effect of a channel operation in the recorded run.
func (s *Stmt) transfer() Case {
	if s.Op == Select {
		return s.Cases[0]
	}
	return Case{s.Obj, s.Op == Send}
}

// others are the alternatives of a select that were not taken.
func (s *Stmt) others() []Case {
	if s == nil || len(s.Cases) < 2 {
		return nil
	}
	return s.Cases[1:]
}

// serves reports whether the statement may do what an alternative of a goroutine
// else's select waits for.
func (s *Stmt) serves(c Case) bool {
	switch s.Op {
	case Close:
		return !c.Send && s.Obj == c.Chan
	case Rest:
		return s.Rest.Any || slices.Contains(s.Rest.Objs, c.Chan)
	case Select:
		return slices.Contains(s.Cases, Case{c.Chan, !c.Send})
	case Send, Recv, RecvClosed:
		return s.transfer() == Case{c.Chan, !c.Send} || slices.Contains(s.Cases, Case{c.Chan, !c.Send})
	}
	return false
}

// An Object is a lock, condition variable, WaitGroup, channel or semaphore (of
// kind trace.KindKey, which has no other use here).
type Object struct {
	ID           uint64 // of its instance, for names
	Name         string // where the instance has none
	Singleflight bool   // the lock is a call of singleflight, which runs its function for all who ask
	Kind         trace.Kind
	Capacity     int          // of a channel
	Timer        bool         // a channel into which the runtime sends
	Context      bool         // the channel of a context, that its first Done made
	Created      CreationSite // of a channel, where it is known
	Count        int          // before the first statement: of a WaitGroup or semaphore, or of the values in a channel
	Closed       bool         // it is a channel that was closed before
}

// A CreationSite is where a channel was made.
type CreationSite struct {
	G     trace.G
	Site  uint64
	Count int // which of the channels that the goroutine made there, from 1
}

// A Var is a variable that a condition reads.
type Var struct {
	Addr  uint64
	Name  string
	Start int64 // its value before the first statement
}

// An Ending says how much of a goroutine is in its thread.
type Ending uint8

// The endings.
const (
	Ended   Ending = iota // it ended
	Cut                   // it ran on when the recording ended: its further statements are not known
	Pending               // it was blocked at its last statement when the recording ended
)

// A Thread is one goroutine.
type Thread struct {
	G          trace.G
	Body       []*Stmt
	Parent     int // the thread that starts it, or -1: it runs from the beginning
	Test       bool
	End        Ending
	Truncated  bool // it was recorded for longer than it is in the program, see Rest
	Incomplete bool // part of it was not recorded, and its Rest may use anything
	Tests      bool // it came through code of a test file

	contested       []contestedLock
	local, harmless int // lock statements that were dropped before the program was taken apart
}

// isOpen reports whether the goroutine may use anything at its Rest.
func (t *Thread) isOpen() bool {
	n := len(t.Body)
	return n > 0 && t.Body[n-1].Op == Rest && t.Body[n-1].Rest.Any
}

// Incomplete reports whether there is a thread of which part was not recorded.
func (p *Program) Incomplete() bool {
	return slices.ContainsFunc(p.Threads, func(t *Thread) bool { return t.Incomplete })
}

// A Program is a trace program: the operations of a part of a process that shares no
// object with the rest.
type Program struct {
	Threads []*Thread
	Objects []Object
	Vars    []Var
	Stats   Stats
}

// Stats is how a program came to its size.
type Stats struct {
	Events     int  // of the recording
	Statements int  // of the program, after reduction
	Local      int  // lock statements dropped because one goroutine alone uses the lock
	Harmless   int  // lock statements dropped because no goroutine ever waits while holding the lock
	Repeated   int  // lock statements dropped because they repeat a nesting
	Truncated  bool // the process did more than MaxStatements statements, or had more than MaxThreads goroutines
	Unreliable int  // conditions of condition variables taken as they happened, see Unreliability

	FewerRounds  bool // loops of the program have fewer rounds than were recorded
	UnknownSites bool // the process names sites that the table does not have, or not so

	// Of the process, conditions by their sites: those that read what a memory event
	// told of, and why some count as unreliable.
	FromMemory      map[int]bool
	Unreliabilities map[int]Unreliabilities
}

// walk calls f for the statements of a list and those inside of them.
func walk(list []*Stmt, f func(*Stmt)) {
	for _, s := range list {
		f(s)
		walk(s.Then, f)
		walk(s.Else, f)
	}
}

// count returns how many statements a list has.
func count(list []*Stmt) (n int) {
	walk(list, func(*Stmt) { n++ })
	return n
}

// Statements returns how many statements the program has.
func (p *Program) Statements() (n int) {
	for _, t := range p.Threads {
		n += count(t.Body)
	}
	return n
}

// isLock reports whether the statement only takes or gives back a lock.
func (s *Stmt) isLock() bool {
	switch s.Op {
	case Lock, RLock, Unlock, RUnlock, TryLock, TryRLock:
		return true
	}
	return false
}

// writes reports whether the statement changes a variable.
func (s *Stmt) writes() bool { return s.Op == Set || s.Op == Inc }

// silent reports whether the statement is about no object: no goroutine is kept by it
// from anything.
func (s *Stmt) silent() bool { return s.Op == Go || s.Op == Order || s.Op == Rest }

// acquires reports whether the statement takes a lock.
func (s *Stmt) acquires() bool {
	return s.isLock() && s.Op != Unlock && s.Op != RUnlock
}

// shared reports whether the statement is about a shared hold.
func (s *Stmt) shared() bool { return s.Op == RLock || s.Op == RUnlock || s.Op == TryRLock }

// OnlyLocks reports whether iGoodlock alone would do: the program has nothing
// but locks and starts of goroutines.
func (p *Program) OnlyLocks() bool {
	only := true
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) { only = only && (s.isLock() || s.silent()) })
	}
	return only
}
