package flags

import (
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Output holds the flags about which findings are shown, and where.
type Output struct {
	SARIF           string // -sarif: file for a SARIF document
	HTML            string // -html: file for a page
	JUnit           string // -junit: file for a JUnit document
	GitHub          bool   // -github: annotations for a GitHub workflow
	Quiet           bool   // -q: one line per finding
	Baseline        string // -baseline: file with the ids that are not shown
	WriteBaseline   string // -write-baseline: file to write them to
	MigrateBaseline string // -migrate-baseline: file of an earlier release that gets the ids of today
	NewFrom         string // -new-from: revision since which a finding must be new
}

// Values has the values of all flags. The zero value is that of a command that has none of them.
type Values struct {
	Output
	Written     []string        // names of the flags that were written
	Chdir       string          // -C: the directory to run in
	NoStatic    bool            // -static=false: static candidates are no input
	Time        time.Duration   // -time: for all that runs after the build, 0 is no limit
	Tries       int             // -tries: runs per candidate
	JSON        bool            // -json: our documents on stdout
	FailOn      []report.Status // -fail-on: statuses that change the exit status in addition
	NoCondvar   bool            // -condvar=false: no trace programs are made and checked
	Memory      bool            // -memory: accesses of plain memory are recorded too
	Keep        string          // -keep: directory for recordings and schedules, "" keeps none
	NoExplore   bool            // -explore=false: concurrent tests are run once, and not under other schedules
	NoLeaks     bool            // -leaks=false: goroutines that are blocked for ever are not looked for
	NoInput     bool            // -no-input: kept files have no arguments, environment or standard input
	Trust       bool            // -trust: programs that a file from elsewhere names may be executed
	Seed        uint64          // -seed
	EarlyMax    time.Duration   // -early-max: for which others stand still while timers fire early, at most; 0 lets none fire early
	Verbose     bool            // -v, which go test gets too
	Programs    string          // -trace-program: file for trace programs
	Pausing     string          // -x pausing: how confirming runs pause, "" is the default of package confirm
	Abstraction string          // -x abstraction, "" is the default of package confirm

	ExploreValues

	Check    CheckValues
	Protocol ProtocolValues
	Gopls    GoplsValues
	Selftest bool // -selftest of demo
}

// ExploreValues are those of explore alone.
type ExploreValues struct {
	Runs        int    // -runs: schedules of a test
	StopFirst   bool   // -stop-first: nothing is explored after the first finding
	Strategy    string // -x strategy, "" is the default
	Bound       int    // -x bound: of the strategy, when
	Bounded     bool   // it was given
	Changed     string // -changed: a revision, "" is none
	Heuristic   string // -x capp: how a change orders schedules
	Early       bool   // -early: short timers may fire while goroutines could run
	Shard       int    // -shard: this one, from 0,
	Shards      int    // of so many; 0 for none
	Into        string // -results: file for the explored schedules
	Merge       bool   // -merge: the packages are such files
	Sets        string // -x sets: file with the sets of strategy hapset
	Drive       bool   // -drive: the tests are generated
	Write       string // -write: where -drive writes the tests that it finds
	Rules       string // -rules: further rules of -drive
	Interactive bool   // -i: a person chooses the next goroutine
	Resume      string // -resume: such a file
}

// CheckValues are those of check alone.
type CheckValues struct {
	NoTests  bool   // -test=false: test files are not looked at
	Scope    string // -scope: module path prefixes
	Enable   string // -enable: more checks
	Tags     string // -tags
	Refuted  bool   // -show-refuted
	Possible bool   // -show-possible
}

// ProtocolValues are those of typestate alone.
type ProtocolValues struct {
	Types      []string // -types: only these
	Automata   []string // -automata: files
	Sequences  string   // -sequences: a file
	Save       bool     // -save: the file in the root of the module
	Into       string   // -write-automata: a file
	Program    bool     // -program: the package is a program
	All        bool     // -all: types without a race too
	Soft       bool     // -soft
	Locks      bool     // -locks
	Draw       string   // -draw: text, dot or svg
	Run        string   // -run
	K          int      // -x k of sk-strings
	S          float64  // -x s of sk-strings, percent
	Match      string   // -x match of sk-strings
	Never      bool     // -x no-merge
	Width      int      // -x w of the lattice
	Lookahead  int      // -x l of the lattice
	Exhaustive bool     // -x exhaustive
}

// GoplsValues are those of lsp gopls alone.
type GoplsValues struct {
	Version string // -version: release of gopls
	Source  string // -source: a checkout of deadlocklint
}

// IsGiven reports whether a flag was written, with any value.
func (v *Values) IsGiven(name string) bool { return slices.Contains(v.Written, name) }
