// Package trace is the vocabulary of deadlocklint: operations and events of
// goroutines, their objects and lock classes, and their stacks and frames.
//
// # How a datum flows
//
// The recorder inside the program writes 32-byte records. Package wire turns a file
// of records into a [Trace]. A Trace has the events in the order of their sequence
// numbers, and the tables that they refer to by number. Package tracetest builds the
// same value from a few readable lines. The analyses (package lockgraph) read it and
// change nothing.
//
//	concept          type        identity
//	operation        Op          a row of the table in op.go
//	event            Event       Seq, unique in one process
//	goroutine        G           number given by Go's runtime, never reused in one process
//	object           Event.Obj   address in the recorded process: addresses are reused, see package objects
//	stack            StackID     hash of its program counters
//	lock class       string      the same on the static side, see ClassOf in class.go
//
// Package form has what the recorder computes, too. The package does no
// input or output and judges nothing but well-formedness ([Check]).
package trace

// RecordSize is the size in bytes of a record in the binary form.
const RecordSize = 32

// A G is the number of a goroutine as Go's runtime counts them: unique in one process.
type G uint32

// A StackID names a call stack; 0 is "not recorded".
type StackID uint64

// An Event is one execution of an operation. It is also the binary record:
// the fields are laid out so that the struct has RecordSize bytes and no padding.
type Event struct {
	Seq  uint64 // position in the total order of the process
	Obj  uint64 // the object's address, or as the operation says
	Arg  uint64 // as Op.Info().Arg says
	G    G
	Aux  uint16
	Op   Op
	Flag uint8
}

// Stack returns the event's call stack, or 0 when the operation has none.
func (e Event) Stack() StackID {
	if e.Op.Info().Arg == ArgStack {
		return StackID(e.Arg)
	}
	return 0
}

// Has reports whether all the bits of flag are set.
func (e Event) Has(flag uint8) bool { return e.Flag&flag == flag }

// A Frame is one line of a call stack.
type Frame struct {
	Func string // as Go's runtime writes it: "example.com/p.(*T).M"
	File string
	Line int
}

// A Type is a type that contains locks.
type Type struct {
	Name  string // package path qualified
	Size  uint64 // in bytes
	Locks []LockField
}

// A LockField is a lock inside a type.
type LockField struct {
	Offset uint64
	Kind   Kind
	Path   string // as ClassOf reads it
}

// A Trace is everything recorded in one process.
type Trace struct {
	Header map[string]string // "go", "os", "arch", "exe", "pid", ...
	Events []Event           // ascending Seq
	Texts  map[uint64]string
	Stacks map[StackID][]Frame // innermost first, inlined calls expanded
	Types  map[uint64]*Type

	// Places are the hashes of a stack that stay the same from run to run. They are its site, its
	// chain of k frames, and the receiver types of its methods. A site is the innermost frame
	// outside the runtime, package sync and methods that only pass a Lock on.
	Places map[StackID][3]uint64

	// Damage is set when the file ended early or made no sense from some
	// offset on; the events before it are all here.
	Damage error
}

// New returns an empty trace.
func New() *Trace {
	return &Trace{
		Header: map[string]string{},
		Texts:  map[uint64]string{},
		Stacks: map[StackID][]Frame{},
		Types:  map[uint64]*Type{},
		Places: map[StackID][3]uint64{},
	}
}
