// Package testflags reads the command line of "deadlocklint test": it is the
// command line of "go test" with a few flags of our own.
//
// One table ([Flags], in table.go) decides about every flag of go test, the test
// binary and the build. The flag is passed on to every run, or to the recording run
// only. Or deadlocklint takes it, or refuses it by name, with the reason and a
// remedy. A test compares the table with the installed Go. A flag that a new Go
// release adds fails that test until the table has it.
//
// # How a datum flows
//
// [Parse] splits the arguments into a [CommandLine] as the go command does, down to its
// treatment of unknown flags. [CommandLine.GoTest] makes the arguments of one go test
// command of it, for the recording run or for a confirming run. Our own flags win
// over flags of the same name that a test binary defines; those are reached behind
// -args.
//
// The package runs nothing, and reads no file and no environment. The session hands
// the fields of GOFLAGS to [CommandLine.Default].
package testflags

import (
	"fmt"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A Treatment is the treatment of a go test flag.
type Treatment uint8

// The fates.
const (
	Passed   Treatment = iota // to the recording run and to every confirming run
	Recorded                  // to the recording run only
	Taken                     // read by deadlocklint, which may pass on something else
	Refused                   // an error
)

// String returns the fate as the documentation writes it.
func (f Treatment) String() string {
	return [...]string{"passed", "recording only", "taken", "refused"}[f]
}

// A Flag is a row of the table.
type Flag struct {
	Name string
	Bool bool // needs no value
	Test bool // for the test binary: also written -test.Name
	Fate Treatment
	Note string // the effect of the flag; or the reason why it is refused, and an alternative

	// Unlisted flags are those that "go help" does not show: undocumented flags and
	// former flags of Go.
	Unlisted bool
}

// A CommandLine is the command line of "deadlocklint test" taken apart.
type CommandLine struct {
	ToolFlags
	GoFlags

	Packages []string
	Args     []string // for the test binary: unknown flags, and all behind -args

	// Notes are one-line remarks for the user about flags that were accepted
	// but do less than under go test.
	Notes []string

	given    []string  // names of the flags of go test
	passed   []setting // fate Passed, in the order given
	recorded []setting // fate Recorded
}

// OutputFlags holds the flags about which findings are shown, and where, which static
// and dynamic commands share.
type OutputFlags struct {
	SARIF         string // -sarif: file for a SARIF document
	HTML          string // -html: file for a page
	JUnit         string // -junit: file for a JUnit document
	GitHub        bool   // -github: annotations for a GitHub workflow
	Quiet         bool   // -q: one line per finding
	Baseline      string // -baseline: file with the ids that are not shown
	WriteBaseline string // -write-baseline: file to write them to
	NewFrom       string // -new-from: revision since which a finding must be new
}

// An OutputFlag is one of them.
type OutputFlag struct {
	Name, Arg, Doc string
	Value          *string
	Set            *bool // instead of Value: the flag needs none
}

// DefineOutputFlags binds the flags to the fields of s.
func DefineOutputFlags(s *OutputFlags) []OutputFlag {
	return []OutputFlag{
		{"sarif", "file", "write a SARIF 2.1.0 document to this `file` as well", &s.SARIF, nil},
		{"html", "file", "write a page with timelines, pictures and source to this `file` as well; it needs only a browser", &s.HTML, nil},
		{"junit", "file", "write a JUnit XML document to this `file` as well", &s.JUnit, nil},
		{"github", "", "write the findings to stderr as annotations of a GitHub workflow as well", nil, &s.GitHub},
		{"q", "", "write one line for each finding that counts, and nothing else", nil, &s.Quiet},
		{"baseline", "file", "do not show the findings in this `file`, which -write-baseline makes", &s.Baseline, nil},
		{"write-baseline", "file", "write the findings to this `file`, and show none of them; those that -baseline knows are kept", &s.WriteBaseline, nil},
		{"new-from", "rev", "show only findings that this git `revision` does not have: it is looked at in the same way first", &s.NewFrom, nil},
	}
}

// ToolFlags holds the flags of deadlocklint itself.
type ToolFlags struct {
	OutputFlags
	NoStatic    bool            // -static=false: static candidates are no input
	Budget      time.Duration   // -budget: for all confirming runs and searches together
	Tries       int             // -tries: confirming runs per candidate
	JSON        bool            // -json: our document on stdout
	FailOn      []report.Status // -fail-on: statuses that change the exit status in addition
	NoCondvar   bool            // -condvar=false: no trace programs are made and checked
	Memory      bool            // -memory: accesses of plain memory are recorded too
	Keep        string          // -keep: directory for recordings and schedules, "" keeps none
	NoExplore   bool            // -explore=false: concurrent tests are run once, and not under other schedules
	NoLeaks     bool            // -leaks=false: goroutines that are blocked for ever at the end of a test or process are not looked for
	NoInput     bool            // -no-input: kept files have no arguments, environment or standard input
	Trust       bool            // -trust: programs that a file from elsewhere names may be executed
	Checkout    string          // -C of replay: a directory in the module that is replayed
	Seed        uint64          // -seed
	Strategy    string          // -strategy, "" is the default of package confirm
	Abstraction string          // -abstraction, "" is the default of package confirm
	Verbose     bool            // -v, which go test gets too
	Runs        int             // -runs of explore: schedules of a test, 0 is DefaultRuns
	Bound       int             // -bound of explore: of the strategy, when
	Bounded     bool            // it was given
	Changed     string          // -changed of explore: a revision, "" is none
	Heuristic   string          // -capp of explore: how a change orders schedules
	Early       bool            // -early of explore: short timers may fire while goroutines could run
	Time        time.Duration   // -time of explore: for all packages together, 0 is no limit
	Shard       int             // -shard of explore: this one, from 0,
	Shards      int             // of so many; 0 for none
	Into        string          // -o of explore: file for the explored schedules
	Merge       bool            // -merge of explore: the packages are such files
	Sets        string          // -sets of explore: file with the sets of strategy hapset
	Interactive bool            // -i of explore: a person chooses the next goroutine
	Resume      string          // -resume of explore: such a file
}

// GoFlags holds the flags of go test whose treatment is Taken.
type GoFlags struct {
	Dir        string        // -C: the directory to run the go command in
	Run        string        // -run
	Bench      string        // -bench
	Timeout    time.Duration // -timeout, 0 is none
	TimeoutSet bool          // -timeout was given; otherwise Timeout is go test's default
	Shuffle    string        // -shuffle
	Exec       string        // -exec, a quoted list as the go command reads it
	Overlay    string        // -overlay
	Ldflags    []string      // -ldflags, each "[pattern=]args"
	Gcflags    []string      // -gcflags, the same; the caller merges ours into it
	Vet        string        // -vet
	VetSet     bool          // -vet was given, perhaps as ""
}

// A setting is a flag with its value.
type setting struct{ name, value string }

func (s setting) String() string { return "-" + s.name + "=" + s.value }

// Defaults of our own flags and of -timeout, which is go test's.
const (
	DefaultBudget = 10 * time.Minute
	DefaultTries  = 3
	DefaultRuns   = 1000

	// DefaultHeuristic is that of -capp.
	DefaultHeuristic = "FA"
	DefaultRaceRuns  = 12
	DefaultTimeout   = 10 * time.Minute
)

// lookup finds the row of a name as written, with or without "test.".
func lookup(name string) (Flag, bool) {
	short, isTest := strings.CutPrefix(name, "test.")
	for _, f := range Flags() {
		if f.Name == short && (f.Test || !isTest) {
			return f, true
		}
	}
	return Flag{}, false
}

// Has reports whether a command has the flags of go test.
func Has(command string) bool { return command == "test" || command == "explore" || command == "races" }

// Doc returns the tables of our own flags of a command, test, explore or races, and of go test's
// as Markdown.
func Doc(command string) string {
	var b strings.Builder
	b.WriteString("| flag | meaning |\n|---|---|\n")
	for _, f := range ownOf(command) {
		fmt.Fprintf(&b, "| `-%s` | %s |\n", strings.TrimSpace(f.name+" "+f.value), cell(f.doc))
	}
	b.WriteString("\n| go test flag | treatment | remark |\n|---|---|---|\n")
	for _, f := range Flags() {
		fmt.Fprintf(&b, "| `-%s` | %s | %s |\n", f.Name, f.Fate, cell(f.Note))
	}
	return b.String()
}

// Text is the same for a terminal: our own flags as package flag prints them, and the
// fate of each flag of go test.
func Text(command string) string {
	var b strings.Builder
	for _, f := range ownOf(command) {
		fmt.Fprintf(&b, "  -%s\n    \t%s\n", strings.TrimSpace(f.name+" "+f.value), f.doc)
	}
	b.WriteString("\nThe flags of go test, and what becomes of each:\n\n")
	for _, f := range Flags() {
		fmt.Fprintf(&b, "  %-22s %s", "-"+f.Name, f.Fate)
		if f.Note != "" {
			fmt.Fprintf(&b, ": %s", f.Note)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// cell escapes text for a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
