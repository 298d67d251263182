// Package drive writes drivers, which are tests, for the exported API of a package.
//
// [Read] takes a package from go/types, with its syntax, and keeps its API. That is its exported types with their methods, constructors, other
// functions, and the literals of its source. [API.Drivers] makes a number of drivers of it. A [Driver] has the calls of one goroutine, or
// of two or three after a common prefix. It also has all calls that its objects allow, for the end. Both are decided by
// a seed. Other packages of the module make arguments ([Near]).
// [Source] is the file with all drivers of a package, and [Driver.Test] is one driver as a test for people.
//
// The file needs the judge beside it ([Judge]), which runs inside the program. It makes the calls, comes to a quiet point, and pays
// what the driver owes: it drains channels, and makes each other call twice. It tells what is blocked after that ([Verdict]).
//
// The package runs nothing and writes no file. It makes no value of an unexported type, and none that comes from a network.
package drive

import (
	"go/types"
	"math/rand"
	"regexp"
)

// A Var is a variable of a driver: the result of a call of its prefix.
type Var struct {
	Name string
	Type types.Type

	text    string   // the type as source text
	imports []string // in it
}

// A Call is one call of a driver, as source text.
type Call struct {
	Name    string   // of the function or method
	Recv    string   // the variable whose method it is, "" for none
	Expr    string   // the call
	Sets    []string // variables of the driver to which its results are assigned, and "_"
	Uses    []string // variables in Expr
	Nilable []string // those of them that may be nil; then the call is left out
	Imports []string // import paths in Expr
	Helpers []string // functions and types of the file in Expr
	Closes  bool     // its object must not be used later
	Zero    bool     // an argument has an integer below one
	Panics  bool     // a callback in Expr panics
	Near    bool     // a function of another package of the module makes an object in Expr
	Aside   bool     // it is a call of such a function, or of such an object; its waits are not judged
	Results []Result // nil for a literal
}

// A Result says what a result of a call is for.
type Result struct {
	Gives bool // a lock could be given back by it
	Leads bool // an object for which a goroutine waits can be reached from it
}

// A Driver is one test of a package.
type Driver struct {
	Name   string
	First  string // its name before it was made anew
	Vars   []Var
	Seq    []Call   // by one goroutine, first
	Par    [][]Call // by a goroutine each, when the first one is at rest
	Tail   []Call   // those of the calls below that a reduced driver makes next
	Drains []Call   // debts of the driver: receives from channels, and the end of its context
	Probes []Call   // all other calls, by a goroutine each
	Closes []Call   // those that end an object

	Rescues []Call   // further calls that may give a lock back, see API.Rescue
	Handed  []string // element types of the channels that methods hand out

	strs, ints []string // its palette
}

// A Lack is an exported function that no driver calls, and the type of which no value can be made.
type Lack struct {
	Func, Type string
}

// These names tell what a call means where its type does not.
var (
	closing = regexp.MustCompile(`^(Close|Stop|Shutdown|Quit|Kill|Destroy|Terminate|Cancel|Abort|Dispose|GracefulStop|Release)`)
	handing = regexp.MustCompile(`^(Try)?(R?Lock|Acquire|Begin|Enter|Hold|Borrow|Checkout|Reserve|Suspend|Pause|Freeze)`)
)

// A generator makes the drivers of an API.
type generator struct {
	*API
	r *rand.Rand

	// Of the present driver.
	env  []Var
	strs []string // the palette: few values, so that they meet
	ints []string

	lasting string // the variable with a context that the driver ends when it pays, "" for none
	ends    string // the variable with the function that ends it

	noVars  bool // the present value stands outside of the driver
	stubsIn int  // so many stubs are made, one within the other
	zero    bool // it has an integer below one
	panics  bool // its callbacks panic
	tame    bool // its values are those that few functions refuse
	panic   bool // one was made
}

func (g *generator) pick(list ...string) string { return list[g.r.Intn(len(list))] }
func (g *generator) chance(p float64) bool      { return g.r.Float64() < p }
