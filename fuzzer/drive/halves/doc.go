// Package halves writes drivers, which are tests, of two calls that sequential tests have made.
//
// A [Half] is a lock dependency that one test has shown: its body made a call, which requested a lock while it held another one. Two halves
// cross when each requests a lock of the class that the other one holds. [Cross] finds these pairs. A half crosses itself when both
// locks are of one class, since the call may be made with its objects exchanged. [Package.Drivers] writes drivers of a pair (OMEN, Samak
// and Ramanathan, OOPSLA 2014). A driver is the statements of each test before its call, and then both calls in two goroutines.
//
// A reader waits for a reader only where a writer waits between them. So the driver of halves that only read makes a call that writes, too.
//
// The locks of a driver must be the same objects. So a variable of the second test becomes the one of the first test with the same type.
// The operands of the second call are also taken from the first call, in their order and in the reverse order. Each way is a driver of its own.
//
// A driver is a file beside the tests of the package, so that their helpers are at hand. It is type-checked with them. The package runs
// nothing and writes no file. It says why a half or a pair gives no driver ([Reason]). It does not know whether a driver hangs.
package halves

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Lock is one lock of a half.
type Lock struct {
	Class  string // with type arguments
	Shared bool   // for reading
	Global bool   // it is in no object that was made
	ID     uint64 // of the instance, in the recording
}

// A Half is a lock dependency of a sequential test.
type Half struct {
	Test        string
	Held, Wants Lock   // the class of Held is "" in a call that takes an RWMutex for writing and nothing before
	Gates       []Lock // held as well
	File        string // where the test makes the call
	Line        int
	Callee      string // the function that it calls there, as the trace has it
}

// A Reason is why a half or a pair gives no driver, for people.
type Reason string

// The reasons.
const (
	NoTest     Reason = "the call is in no function of a test"
	InLiteral  Reason = "the call is in a function literal that is no subtest"
	NoCall     Reason = "the call is not in the source at that line"
	Packages   Reason = "one test is in the package and the other one outside of it"
	NoCommon   Reason = "the tests have no object of one type in common"
	NoCompile  Reason = "the driver does not compile"
	NoWriter   Reason = "both calls only read, and no test calls a method of their objects that writes"
	NoExchange Reason = "the call has no two operands of one type to exchange"
)

// A Package is a package with its tests, or the external package of tests.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info

	Import types.Importer // of its imports

	tried int // drivers that were type-checked
}

// A Driver is a test of two calls.
type Driver struct {
	Name  string
	Text  []byte // the file
	First Half
	Then  Half
	Wide  bool // it has calls of writers beside the two
}

// Variants is how many drivers a pair gives, at most.
const Variants = 6
