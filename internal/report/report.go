// Package report has the output of findings: the type [Finding], the interface
// [Handler] through which every stage hands them over, and two handlers. The first
// handler writes text for people, the second a JSON document for programs.
//
// # How a datum flows
//
// A stage (a static check, the predictor, the confirmation) fills a Finding
// with plain words and positions. The driver sorts the findings ([Sort]), gives
// each to a Handler and ends with Close. [ExitStatus] turns the same findings
// into the exit status of the process.
//
// # Deadlocks and candidates
//
// Only a finding that is confirmed, or feasible without an assumption
// ([Finding.IsDeadlock]). Everything else is a candidate and says what would
// decide it. A proof outlives failed tries: the pipeline leaves a finding that is
// feasible without an assumption at [StatusPredicted] when no try reached it.
//
// The package judges nothing, reads no file and never exits. Source lines come
// through a function of the caller. Besides the standard library it imports the
// names of the checks.
package report

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// Version is the version of the JSON document. It changes when a field is
// renamed, removed or read in another way, not when one is added.
const Version = 1

// A Status is how far a finding got.
type Status string

// The statuses.
const (
	StatusStatic     Status = "static"      // reported by a static check
	StatusPredicted  Status = "predicted"   // found in the recording of a run
	StatusConfirmed  Status = "confirmed"   // made to happen
	StatusInfeasible Status = "infeasible"  // cannot happen in any run, and Dynamic.Reason has the proof
	StatusNotSeen    Status = "not-seen"    // the recorded runs speak against it; another run may show something else
	StatusNotReached Status = "not-reached" // tried, did not happen

	// A goroutine was blocked when a test or the process ended. A leaked goroutine is
	// blocked for ever: no goroutine that could run reaches the object that it waits for.
	// For a goroutine that is left blocked, only global variables reach that object, or C
	// code may. See Finding.Note.
	StatusLeaked      Status = "leaked"
	StatusLeftBlocked Status = "left-blocked"

	// An order of calls was made to happen, and the whole run went as the recorded one.
	// There was no other panic, failed test, exit status, error of a later call, or
	// goroutine that is blocked for ever. It says nothing about other runs.
	StatusHarmless Status = "harmless"
)

// Statuses lists all statuses, the gravest first. [Sort] and the summary line
// follow this order.
func Statuses() []Status {
	return []Status{
		StatusConfirmed, StatusLeaked, StatusLeftBlocked, StatusPredicted, StatusNotReached, StatusStatic, StatusNotSeen, StatusInfeasible, StatusHarmless,
	}
}

// A Verdict is the strongest thing known about a finding from running the program.
type Verdict string

// The verdicts.
const (
	VerdictNone       Verdict = ""            // nothing was decided yet
	VerdictFeasible   Verdict = "feasible"    // the recorded events can be reordered into it, given Assumption
	VerdictConfirmed  Verdict = "confirmed"   // as StatusConfirmed
	VerdictInfeasible Verdict = "infeasible"  // as StatusInfeasible
	VerdictNotSeen    Verdict = "not-seen"    // as StatusNotSeen
	VerdictNotReached Verdict = "not-reached" // as StatusNotReached

	VerdictLeaked      Verdict = "leaked"       // as StatusLeaked
	VerdictLeftBlocked Verdict = "left-blocked" // as StatusLeftBlocked

	VerdictHarmless Verdict = "harmless" // as StatusHarmless
)

// A Finding is one thing a user sees. Its JSON form is a contract: every field
// is always there.
type Finding struct {
	ID         string      `json:"id"` // see lockgraph.FindingID
	Check      checks.Name `json:"check"`
	Status     Status      `json:"status"`
	Message    string      `json:"message"` // one line
	Pos        string      `json:"pos"`     // file:line:col, relative to the main module; file:line where the column is not known
	Static     *Static     `json:"static"`  // nil when no static check saw it
	Dynamic    *Dynamic    `json:"dynamic"` // nil when no run saw it
	Tests      []string    `json:"tests"`   // in which it was seen
	Suppressed bool        `json:"suppressed"`
	Goroutines []Goroutine `json:"goroutines"`
	Replay     string      `json:"replay"` // the command that makes it happen again

	// Note is set for a goroutine that is blocked for ever in a receive or a select, as idle
	// workers are. By default it does not change the exit status.
	Note bool `json:"note,omitempty"`

	// Callers are the groups of functions that can meet in cycles of this one class, where there is more than one
	// group. Each function has the place at which it takes the lock that it holds.
	Callers [][]string `json:"callers,omitempty"`

	// Former are the ids that earlier releases gave to the finding, for baselines of them.
	Former []string `json:"-"`

	// Calls are the places of the calls in the source that lead to steps, as the message tells them. A comment there silences the
	// finding, too.
	Calls []string `json:"-"`

	// SuppressedBy says what silenced a suppressed finding: "comment: REASON",
	// "baseline", or "not new since REV".
	SuppressedBy string `json:"suppressedBy,omitempty"`

	// Fixes are the changes that the check suggests, each by itself.
	Fixes []Fix `json:"fixes,omitempty"`

	// Decides says, for the text form, which change would confirm or dismiss a candidate. When it
	// is empty, the report gives the general answer.
	Decides string `json:"-"`

	// Timeline is the operations of its goroutines in the recorded run, when it was asked for.
	Timeline *Timeline `json:"timeline,omitempty"`

	// Explored is the run of an exploration in which it happened.
	Explored *Explored `json:"explored,omitempty"`

	// Protocol is the automaton that a call violates, when it was asked for.
	Protocol *Protocol `json:"protocol,omitempty"`

	// Also are findings with the same cause, which ByCause put here; Cause is that of
	// a finding of trace programs.
	Also  []Other `json:"also,omitempty"`
	Cause *Cause  `json:"-"`

	// Dump is Go's own account of the goroutines of a confirmed deadlock.
	Dump string `json:"dump,omitempty"`

	// Driver is the generated test in which it happened, nil for a test of the user.
	Driver *Driver `json:"driver,omitempty"`

	// Output is the output of a test under a schedule under which it fails.
	Output string `json:"output,omitempty"`
}

// A Driver is a test that was generated from the API of a package.
type Driver struct {
	Test     string `json:"test"`           // the source of a file that has it alone
	Contract string `json:"contract"`       // its assumption about the package
	File     string `json:"file,omitempty"` // that it was written to, as in positions, which are lines of it then; else they are lines of Test

	// Against are sentences of the package against which the test goes. Then the finding is possible: it does not count.
	Against []Words `json:"against,omitempty"`
}

// Words are a sentence of a doc comment that makes a demand on callers.
type Words struct {
	About string `json:"about"` // concurrent use, a second call, use after another call, the zero value
	Text  string `json:"text"`
	Pos   string `json:"pos"`
}

// A Fix is a change of the source after which a finding is gone.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces a part of a file. Start and end count bytes from 0.
type Edit struct {
	File  string `json:"file"` // named as in positions
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// Static has the static side of a finding.
type Static struct {
	Default bool   `json:"default"` // the check is one of those that are on by default, and the finding lacks nothing
	Reason  string `json:"reason"`

	// Lacks has the names of the parts that a possible finding lacks, see lockorder.Parts.
	Lacks []string `json:"lacks,omitempty"`
}

// Dynamic has the results of running the program for a finding.
type Dynamic struct {
	Verdict    Verdict `json:"verdict"`
	Reason     string  `json:"reason"`
	Assumption string  `json:"assumption"` // a condition of the verdict, "" when there is none
	Tries      int     `json:"tries"`      // confirming runs made
	Bound      string  `json:"bound"`      // on the chance of a miss, or "no bound"

	// NoEffect is set for a confirmed data race that has shown no effect in the forced runs. Others may.
	NoEffect bool `json:"noEffect,omitempty"`

	Early []EarlyTimer `json:"early,omitempty"` // timers that fired before it happened while goroutines could run
}

// An EarlyTimer is a timer of an exploration that fired early.
type EarlyTimer struct {
	After string `json:"after"`           // for which it was set, as time.ParseDuration reads it
	Stall string `json:"stall,omitempty"` // for which the others stood still when it fired; "" for not known
	Pos   string `json:"pos"`             // where it was set; "" for not known
}

// A Goroutine is one side of a finding. Steps are in the order in which they happened.
// First comes an optional "go" step, where the goroutine was created. The steps that it
// did or holds follow, and the step at which it waits is last.
type Goroutine struct {
	Name  string `json:"name"`
	Steps []Step `json:"steps"`

	Awaits []string `json:"-"` // the classes of all channels of the select in which it waits; nil for another operation, or not known
}

// A Step is one operation of a goroutine.
type Step struct {
	Op     string `json:"op"`     // the operation's name as the readable trace form writes it
	Object string `json:"object"` // which instance of the class; "" when there is only one
	Class  string `json:"class"`  // lock class, or the same for another kind of object
	Pos    string `json:"pos"`
	Func   string `json:"func"`
}

// Stats has the counts and limits of the work that led to the findings.
type Stats struct {
	Tests     int    `json:"tests"`     // tests recorded
	Processes int    `json:"processes"` // processes recorded
	Events    uint64 `json:"events"`    // recorded in all of them
	Folded    uint64 `json:"folded"`    // left out because they repeated recorded ones
	Lost      uint64 `json:"lost"`      // could not be recorded
	Tries     int    `json:"tries"`     // confirming runs made

	// Unconfirmed counts possible deadlocks of condition variables, channels and
	// WaitGroups that no run confirmed and that are not among the findings.
	Unconfirmed int `json:"unconfirmed"`

	// Conditions counts the conditions of condition variables, nil where no goroutine
	// looked for them.
	Conditions *Conditions `json:"conditions,omitempty"`

	// Incomplete is set when something that was named could not be looked at: what
	// is not found says less then.
	Incomplete bool `json:"incomplete,omitempty"`

	// Interrupted is set when the user ended the command before everything was looked at.
	Interrupted bool `json:"interrupted,omitempty"`

	// Until is set when the user ended the recorded program, which has no end of its own. The
	// recording up to there was looked at as a whole.
	Until bool `json:"untilInterrupt,omitempty"`

	LeftOut []LeftOut `json:"leftOut,omitempty"` // of tests, in which something else was looked at

	// Pruned is how many pairs of statements a strategy has left out an order of, since a good run had shown it. It is nil
	// for a strategy that leaves out none.
	Pruned *int `json:"pruned,omitempty"`

	Failures []string `json:"failures,omitempty"` // of the tool, the build or the tests: a line each

	Limits  []string `json:"limits"`  // limits that were reached, by name and value
	Damaged []string `json:"damaged"` // recordings that ended too early or could not all be read, and why
	Unseen  []string `json:"unseen"`  // mechanisms the program used that are not modelled

	UnseenCalls []string `json:"unseenCalls,omitempty"` // of methods with a protocol, in packages that are compiled as they are: a line each

	Refuted []Refuted `json:"refuted,omitempty"` // candidates that a check refused, when they were asked for

	LockOrder []OrderEdge `json:"lockOrder,omitempty"` // of the recorded runs, when it was asked for
	Protocols []Protocol  `json:"protocols,omitempty"` // that calls were checked against, when they were asked for
	Coverage  []Coverage  `json:"coverage,omitempty"`  // of the tests that were explored

	Isolated []Isolation `json:"isolated,omitempty"` // runs of an exploration that had a process each
	Driven   []Driven    `json:"driven,omitempty"`   // packages for which tests were generated
}

// A Driven is how much of a package its generated tests came to.
type Driven struct {
	Package     string    `json:"package"`
	Drivers     int       `json:"drivers"`     // generated
	Void        int       `json:"void"`        // a call has panicked, so that nothing counts
	Ended       int       `json:"ended"`       // the process has ended in them
	Lost        int       `json:"lost"`        // not played to the end, since too many processes had ended
	Endless     int       `json:"endless"`     // not played to the end, since their goroutines go on for ever
	Unplayed    int       `json:"unplayed"`    // not played to the end, for lack of time
	Unreduced   int       `json:"unreduced"`   // something hung, and there was no time to make a test of them
	Alone       int       `json:"alone"`       // something hung, and no shorter test hangs
	More        int       `json:"more"`        // something hung, beyond the limit of a package
	Functions   int       `json:"functions"`   // functions and methods that they call
	Reached     int       `json:"reached"`     // branches of the module's packages that they reach
	Unreached   int       `json:"unreached"`   // branches that they do not reach, of functions that they call
	Generations int       `json:"generations"` // of tests that were made of others, which had reached what few reach
	Later       int       `json:"later"`       // places at which only such tests hung
	Unbuilt     int       `json:"unbuilt"`     // such tests that do not compile
	Processor   float64   `json:"processor"`   // seconds of processor time, without builds and proofs of findings
	Lacking     []Lacking `json:"lacking"`     // those that none calls
}

// A Lacking is a function that no generated test calls, and the type of which no value could be made.
type Lacking struct {
	Function string `json:"function"`
	Type     string `json:"type"`
}

// A LeftOut is a part of the work that was not done for a test.
type LeftOut struct {
	Test string `json:"test"` // with its package
	Part string `json:"part"` // of the work
	Why  string `json:"why"`
}

// A Refuted is a candidate of a check that it does not report, for a reason that has a name.
type Refuted struct {
	ID      string      `json:"id"` // as that of a finding
	Check   checks.Name `json:"check"`
	Pos     string      `json:"pos"`
	Message string      `json:"message"`
	By      string      `json:"by"`     // the name of the refuter
	Reason  string      `json:"reason"` // the meaning of that name, one line
}

// Conditions counts conditions that decide whether a goroutine waits.
type Conditions struct {
	Inferred  int `json:"inferred"`  // of condition variables, found in the source of the module
	Annotated int `json:"annotated"` // written in comments
	Bare      int `json:"bare"`      // Waits that have none
	GivenUp   int `json:"givenUp"`   // that could not be understood

	Gates        int `json:"gates"`        // that decide operations on channels and WaitGroups
	GatesGivenUp int `json:"gatesGivenUp"` // the same, over more than fields and variables

	Race bool `json:"race,omitempty"` // under the race detector: operations that gates prevented are not known

	// MemoryEvents counts the conditions that read a variable of which a memory event told. Such
	// an event is a write where rewriting does not reach. The recorder sees it in Packages, and
	// with -memory in all packages.
	//
	// Unseen, Contradicted and Unread are conditions of condition variables that were taken as
	// they happened. Unseen: a variable changed and no write was recorded. Contradicted: the
	// variables that the condition read give another value. Unread: a variable could not be read,
	// or later belonged to another object.
	//
	// Unreached are variables under the race detector, with the packages that may write them in
	// that way.
	MemoryEvents int      `json:"memoryEvents"`
	Packages     []string `json:"packages,omitempty"`
	Memory       bool     `json:"memory,omitempty"`
	Unseen       []string `json:"unseen,omitempty"`
	Contradicted []string `json:"contradicted,omitempty"`
	Unread       []string `json:"unread,omitempty"`
	Unreached    []string `json:"unreached,omitempty"`

	// Elsewhere are the places at which goroutines waited on condition variables and where
	// conditions are not read. These are other modules, and files that cannot be rewritten. Of the
	// places in the standard library there is only the number, Standard.
	Elsewhere []string `json:"elsewhere"`
	Standard  int      `json:"standard"`
}

// A Handler takes the findings of one invocation, one at a time, and then,
// once, the statistics. Suppressed findings are handed over too: whether they
// show is the handler's business.
type Handler interface {
	Finding(Finding) error
	Close(Stats) error
}

// IsDeadlock reports whether f may be called a deadlock: it is confirmed, or
// feasible without an assumption. A generated test that goes against words of the package shows none.
func (f Finding) IsDeadlock() bool {
	return !f.isAgainst() && (f.Status == StatusConfirmed || f.isFeasible() && f.Dynamic.Assumption == "")
}

// isAgainst reports whether a generated test shows f that goes against words of the package.
func (f Finding) isAgainst() bool { return f.Driver != nil && len(f.Driver.Against) > 0 }

// CheckSchedule is the check of a test that fails, or ends its process, under some
// schedules and passes under others.
const CheckSchedule = checks.Schedule

// isLivelock reports whether goroutines of f spin for ever. Where the run may end after its limit of steps, f is a candidate.
func (f Finding) isLivelock() bool { return f.Check == checks.Livelock && f.Status == StatusConfirmed }

// isRace reports whether f is about two accesses of memory.
func (f Finding) isRace() bool { return f.Check == checks.Race }

// isUnharmed reports whether f is a data race that has shown no effect. It counts: a program with a
// data race has no meaning, and another compiler or run may show an effect.
func (f Finding) isUnharmed() bool {
	return f.isRace() && f.Status == StatusConfirmed && f.Dynamic != nil && f.Dynamic.NoEffect
}

// isOrder reports whether f is about two steps whose order nothing keeps.
func (f Finding) isOrder() bool { return f.Check == checks.Order }

// isAtomicity reports whether f is about a block that another goroutine can break.
func (f Finding) isAtomicity() bool { return f.Check == checks.Atomicity }

// IsCandidate reports whether something is still to be decided about f.
func (f Finding) IsCandidate() bool {
	return !f.IsDeadlock() && (f.Status == StatusPredicted || f.Status == StatusNotReached)
}

// isQuiet reports whether there is no cause to do anything about f: it cannot happen,
// no run has shown it, or it did no harm. One goroutine that takes its locks in many orders makes
// dozens of such findings.
func (f Finding) isQuiet() bool {
	return f.Status == StatusInfeasible || f.Status == StatusNotSeen || f.Status == StatusHarmless
}

// IsBlocked reports whether f is about goroutines that were blocked for ever when a
// test or the process ended.
func (f Finding) IsBlocked() bool { return f.Status == StatusLeaked || f.Status == StatusLeftBlocked }

// isProtocol reports whether f is about the order of calls on an object, which
// a reader would not call a deadlock.
func (f Finding) isProtocol() bool { return f.Check == checks.Typestate }

func (f Finding) isFeasible() bool {
	return f.Status == StatusPredicted && f.Dynamic != nil && f.Dynamic.Verdict == VerdictFeasible
}

// tries returns the number of confirming runs made for f.
func (f Finding) tries() int {
	if f.Dynamic == nil {
		return 0
	}
	return f.Dynamic.Tries
}

// lacks is how many parts a possible finding lacks, at least one, and 0 for any other.
func (f Finding) lacks() int {
	if !f.IsPossible() {
		return 0
	}
	if f.Static == nil {
		return 1
	}
	return max(1, len(f.Static.Lacks))
}

// IsPossible reports whether only a static check saw f, and it lacks a part of its proof. It also reports whether only a generated test
// shows f, and that goes against words of the package.
func (f Finding) IsPossible() bool {
	return f.isAgainst() || f.Status == StatusStatic && f.Static != nil && !f.Static.Default
}

// Sort puts the findings into the order in which they are shown: deadlocks
// first, then by status, position and id. Of those of one status, possible findings come last.
func Sort(findings []Finding) {
	order := Statuses()
	rank := func(f Finding) int {
		if f.IsDeadlock() {
			return -1
		}
		return slices.Index(order, f.Status)
	}
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(rank(a), rank(b)),
			slices.Index(order, a.Status)-slices.Index(order, b.Status),
			cmp.Compare(a.lacks(), b.lacks()),
			comparePos(a.Pos, b.Pos),
			cmp.Compare(a.ID, b.ID))
	})
}
