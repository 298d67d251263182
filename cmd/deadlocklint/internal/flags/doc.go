// Package flags is the registry of the flags of deadlocklint. A flag is declared once, with its
// name, type, meaning and default, and the commands that have it.
//
// A [Form] is a command line: a command, or a verb with flags of its own.
// [Parse] reads the flags of a form into [Values], for commands that read arguments as
// package flag does. Package testflags reads those of go test, and asks here for ours.
// Both refuse with a [Refusal]: it names the commands that have the flag, or the nearest
// flag of this one. [Text], [Table] and [Of] make the help, the pages of doc/commands and
// the completion of shells.
//
// Parameters of published methods have no flag of their own: they are written -x name=value,
// and listed apart.
//
// The package runs nothing and reads no file. The commands decide about flags that belong
// together.
package flags

import (
	"math/bits"
	"slices"
	"strings"
)

// A Form is a command line with flags of its own, or a set of them.
type Form uint32

// The forms.
const (
	Check Form = 1 << iota
	Demo
	Selftest // demo -selftest
	Test
	Explore
	Merge // explore -merge: it reads files
	Step  // explore -i: a person chooses
	Races
	Run
	ConfirmID  // confirm ID packages
	ConfirmDir // confirm DIR
	Replay
	Record
	Env
	Trace
	Mine
	Protocols // typestate check
	Show
	Serve // lsp
	Gopls
	Help
	Version
)

// Sets of forms.
const (
	confirming = Demo | Test | Run | ConfirmID | ConfirmDir // they predict and confirm
	exploring  = Explore | Step
	likeGoTest = Test | Explore | Step | Races | ConfirmID // their other flags are those of go test
	typestate  = Mine | Protocols
	recording  = Test | Explore | Races | Run | ConfirmID | Record | typestate
	reporting  = Check | Test | Explore | Merge | Races | Run | ConfirmDir | ConfirmID | Replay // all forms of a report
	tried      = confirming | Races | Replay | Protocols
	timed      = Test | Explore | Races | Run | ConfirmID | ConfirmDir | Demo | Protocols
)

// names has each form as it is typed, in the order of the constants.
var names = []string{
	"check", "demo", "demo -selftest", "test", "explore", "explore -merge", "explore -i", "races", "run", "confirm ID", "confirm DIR",
	"replay", "record", "record env", "record show", "typestate mine", "typestate check", "typestate show", "lsp", "lsp gopls", "help", "version",
}

// Forms returns every form.
func Forms() []Form {
	var list []Form
	for i := range names {
		list = append(list, 1<<i)
	}
	return list
}

// String returns the forms of a set as they are typed, separated by commas.
func (f Form) String() string {
	var list []string
	for i, name := range names {
		if f&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// count is how many forms a set has.
func (f Form) count() int { return bits.OnesCount32(uint32(f)) }

// has reports whether a form of the set is typed as these words.
func (f Form) has(words string) bool {
	return slices.Contains(strings.Split(f.String(), ", "), words)
}

// Command is the first word of a form.
func (f Form) Command() string {
	first, _, _ := strings.Cut(f.String(), " ")
	return first
}

// FormsOf returns the forms of a command, in the order in which they are documented.
func FormsOf(command string) []Form {
	return slices.DeleteFunc(Forms(), func(f Form) bool { return f.Command() != command })
}

// LikeGoTest reports whether a command has the flags of go test besides ours.
func LikeGoTest(command string) bool {
	return command == Test.Command() || command == Explore.Command() || command == Races.Command()
}
