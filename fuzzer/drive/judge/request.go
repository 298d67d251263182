package judge

import (
	"encoding/json"
	"os"
	"sort"
	"testing"
)

// The environment of a process that plays drivers.
const (
	EnvRequest  = "DEADLOCKLINT_DRIVERS"  // file with a Request as JSON
	EnvVerdicts = "DEADLOCKLINT_VERDICTS" // where verdicts are appended, JSON lines
)

// A Request says what a process plays in each of its runs.
type Request struct {
	Trials []Trial
	Rules  []Rule // the further rules that count

	Reaches bool // verdicts tell the counters that calls reach
}

// A Trial is a driver, or a part of it.
type Trial struct {
	Driver string
	Only   []int // the calls of its goroutines that are kept, by their numbers, and then only what these leave blocked counts; nil for all
	Tail   []int // of the other calls those that come next, before the driver pays what it owes
	Drop   []int // those of the other calls that are not made
	Panics []int // those of Drop that have panicked: they are made once more after a verdict
	Misses bool  // Drop has all calls of a method on an object, which may give a lock back
	Trace  bool  // tell each call before it is made: one ends the process
	Short  bool  // sleep shortly: goroutines of it go on for ever
	Bare   bool  // the driver makes its calls as a plain test does, and pays nothing
	Serial []int // of a bare trial: all calls, one after the other in this order; nil for goroutines of their own
	Lock   int   // of a bare trial: 1 + the call that each goroutine makes first, 0 for none. It asks whether that call hands out a lock
	Most   int   // runs, 0 for all
}

// A Rule says how a trial came out.
type Rule string

// The rules.
const (
	Begun Rule = "begun" // its calls are made, or this one with Trace; the process has ended in it when nothing follows
	Quiet Rule = "quiet" // nothing counts that is blocked
	Void  Rule = "void"  // this call has panicked
	Died  Rule = "died"  // the process has ended in it, as the reader of the verdicts notes
	Cut   Rule = "cut"   // its goroutines went on until the run was cut off
	Lock  Rule = "lock"  // a call, or a goroutine of the module, waits for a lock for ever
	Send  Rule = "send"  // a goroutine of the module waits in a send or a Wait for ever
	Leak  Rule = "leak"  // a call waits, or such a goroutine does, and no other one can reach the object
	Hands Rule = "hands" // the call that each goroutine makes first hands out a lock
)

// Counts reports whether something is blocked that must not be.
func (r Rule) Counts() bool {
	switch r {
	case Begun, Quiet, Void, Died, Cut, Hands, "":
		return false
	}
	return true
}

// A Verdict is how a trial came out in a run.
type Verdict struct {
	Trial  int // of the request
	Rule   Rule
	Steps  []int    // the calls that are blocked, or that the rule names, by their numbers
	Places []string // where, in code of the module
	Beside []string // where goroutines wait there that the rule does not count
	Panic  string

	Reached []Reach `json:",omitempty"` // counters that no earlier run of the trial has reached
}

// settle sorts the parts of a verdict, and drops what is there twice.
func (v *Verdict) settle() {
	sort.Ints(v.Steps)
	v.Places, v.Beside = distinct(v.Places), distinct(v.Beside)
}

// distinct sorts a list, and drops what is there twice.
func distinct(list []string) []string {
	sort.Strings(list)
	n := 0
	for i, p := range list {
		if i == 0 || p != list[i-1] {
			list[n] = p
			n++
		}
	}
	return list[:n]
}

// settled are the trials of this process whose verdict no other run changes, and how often each was made.
var (
	settled = map[int]bool{}
	played  = map[int]int{}
	begun   = map[int]bool{} // they have not come to a verdict: where a later run sees that, the run was cut off
	cuts    = 0
	request = readRequest()
)

func readRequest() (r Request) {
	b, err := os.ReadFile(os.Getenv(EnvRequest))
	if err != nil {
		return r // nobody asks
	}
	_ = json.Unmarshal(b, &r) // it is written by the same text
	return r
}

// mostCuts is how many runs of a process are cut off. Each takes as long as many others.
const mostCuts = 2

// PlayAll is the one test of the drivers.
func PlayAll(t *testing.T, target Target, scripts map[string]func() *Script) {
	for i, trial := range request.Trials {
		if begun[i] {
			begun[i], settled[i] = false, true
			cuts++
			tell(Verdict{Trial: i, Rule: Cut})
		}
		if cuts >= mostCuts {
			return // the others do no better without Short
		}
		if settled[i] || trial.Most > 0 && played[i] >= trial.Most {
			continue
		}
		played[i]++
		begun[i] = true
		tell(Verdict{Trial: i, Rule: Begun})
		v := Play(t, target, scripts[trial.Driver](), trial, i)
		v.Trial = i
		begun[i] = false
		settled[i] = v.Rule != Quiet
		tell(v)
	}
}

// tell appends a verdict to the file.
func tell(v Verdict) {
	f, err := os.OpenFile(os.Getenv(EnvVerdicts), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return // the reader misses it
	}
	defer f.Close()
	b, _ := json.Marshal(v) // it always can
	_, _ = f.Write(append(b, '\n'))
}
