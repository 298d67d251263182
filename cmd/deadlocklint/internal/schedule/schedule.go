// Package schedule is the file of a finding that can be made to happen again. It says
// how the program is built and started, and has the decisions that make the finding
// happen, and the finding itself. The decisions are a plan of pauses, calls that have
// their turn, or the choices of a run.
//
// Package session makes a [Schedule], and [Schedule.Write] writes it; deadlocklint
// replay reads it ([Read]), and decides by its content. A schedule is made to be attached to a bug report, so
// its reader is often another user. A replay executes programs of the checkout only:
// a package, its tests, and arguments. [Schedule.Foreign] lists everything else that
// a file asks for.
//
// The package runs nothing, and refuses names that could be taken for flags or that
// lead out of the checkout.
package schedule

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Version is the version of schedule files. No other one is read.
const Version = 3

// Kinds of programs.
const (
	KindTest = "test" // test binary of a package
	KindRun  = "run"  // program of a package
)

// A Schedule is a finding that can be made to happen again. It holds a plan, calls or choices.
type Schedule struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Go      string `json:"go"`
	Module  string // path of the main module
	Root    string // directory of the main module when it was recorded
	Replay  Build
	Package string // import path
	Test    bool
	Binary  string            // used when it cannot be built
	Sum     string            `json:",omitempty"` // SHA-256 of that binary, which has run
	Args    []string          // of the program or test binary
	Prefix  []string          // the user's -exec
	Stdin   []byte            // the standard input of the program
	Dir     string            // working directory of the program, relative to the module's root
	From    string            `json:",omitempty"` // directory of the command, relative to the module's root
	Plan    *Plan             `json:",omitempty"`
	Calls   *Calls            `json:",omitempty"`
	Choices *explorer.Choices `json:",omitempty"`
	Finding report.Finding
	Seal    string // of package seal: this user wrote the file on this machine

	own bool // the seal holds
}

// A Build says how the program of a schedule is built.
type Build struct {
	Kind    string   // KindTest, KindRun or "" when the binary itself is all there is
	Build   []string // flags of the go command
	Package string   // as it was named

	Conditions *Conditions `json:",omitempty"` // how its conditions were made visible
	Calls      *CallSites  `json:",omitempty"` // and its calls, which are frames of a stack
}

// Conditions says which conditions of condition variables were made visible.
type Conditions struct {
	Patterns []string
	Tests    bool
	Memory   bool
}

// CallSites says which calls were made visible.
type CallSites struct {
	Patterns, Types, Std, Written []string
	Tests, All                    bool
}

// A Plan has the pauses that make a deadlock of the lock graph or of a trace program happen.
type Plan struct {
	Pauses Pauses
	Serial bool
	Seed   uint64
	End    *confirm.End `json:",omitempty"` // how the run ends, when the pauses are an order
}

// Pauses are written as the program under test reads them.
type Pauses struct{ pauses.Plan }

// MarshalText writes the lines of a plan.
func (p *Pauses) MarshalText() ([]byte, error) { return p.Format(), nil }

// UnmarshalText reads them. A plan of nothing is refused.
func (p *Pauses) UnmarshalText(text []byte) error {
	if !pauses.Parse(text, &p.Plan) {
		return errNoPlan
	}
	return nil
}

// Calls are the calls of a violated protocol, in the order that violates it.
type Calls struct {
	Packages   []string // patterns of the packages that are run
	Run        string   // -run of the recorded run
	Types      []string
	Tests      []string // that make the calls
	ByStrategy bool     `json:",omitempty"` // the one test runs as a strategy chooses
	Steps      []Step
	Automaton  string
	At         string // position of the call that is wrong
	Hook       uint32 `json:",omitempty"` // number of its site when that is made of a stack
	State      string // in which it is made
}

// A Step is a call that has its turn.
type Step struct {
	G     uint64 // identity of the goroutine
	At    string // position of the call
	Count uint32 // how many calls the goroutine made there before
	Hook  uint32 `json:",omitempty"` // number of a site that is made of a stack
}

// Own reports whether this user wrote the file on this machine, and it was not changed.
func (s *Schedule) Own() bool { return s.own }
