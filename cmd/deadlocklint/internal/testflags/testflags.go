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
// over flags of the same name that a test binary defines; those are reached after
// -args. Package flags declares them. The session asks the binary whether the tests
// define an unknown flag, and if not, refuses it as NotDefined words it.
//
// The package runs nothing, and reads no file and no environment. The session hands
// the fields of GOFLAGS to [CommandLine.Default].
package testflags

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
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

	Build bool // go build has it, too, and deadlocklint run passes it on
}

// A CommandLine is the command line of "deadlocklint test" taken apart.
type CommandLine struct {
	flags.Values
	GoFlags

	Packages []string
	Args     []string // for the test binary: unknown flags, and all after -args
	Handed   []string // names of the unknown flags, which the tests may define

	// Notes are one-line remarks for the user about flags that were accepted
	// but do less than under go test.
	Notes []string

	form     flags.Form
	given    []string  // names of the flags of go test
	passed   []setting // fate Passed, in the order given
	recorded []setting // fate Recorded
}

// GoFlags holds the flags of go test whose treatment is Taken.
type GoFlags struct {
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

// DefaultTimeout is that of -timeout, which is go test's.
const DefaultTimeout = 10 * time.Minute

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

// BuildFlags are those that deadlocklint run passes on to go build.
func BuildFlags() []Flag { return slices.DeleteFunc(Flags(), func(f Flag) bool { return !f.Build }) }

// OfBuild finds one of them.
func OfBuild(name string) (Flag, bool) {
	list := BuildFlags()
	i := slices.IndexFunc(list, func(f Flag) bool { return f.Name == name })
	if i < 0 {
		return Flag{}, false
	}
	return list[i], true
}

// BuildNames returns them as they are written.
func BuildNames() []string {
	var names []string
	for _, f := range BuildFlags() {
		names = append(names, "-"+f.Name)
	}
	return names
}

// Doc returns the table of the flags of go test as Markdown.
func Doc() string {
	var b strings.Builder
	b.WriteString("| go test flag | treatment | remark |\n|---|---|---|\n")
	for _, f := range Flags() {
		fmt.Fprintf(&b, "| `-%s` | %s | %s |\n", f.Name, f.Fate, strings.ReplaceAll(f.Note, "|", `\|`))
	}
	return b.String()
}

// Text is the same for a terminal.
func Text() string {
	var b strings.Builder
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
