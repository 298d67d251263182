// Package schedule is the file of a confirmed finding: how its program is built and
// started, the decisions that make it happen, and the finding as it was reported.
//
// Packages run and protocol write schedules, package replay reads them.
package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// Build says how the programs of a session are built again.
type Build struct {
	Kind    string   // "test", "run" or "" when the binary itself is all there is
	Build   []string // flags of the go command
	Package string   // as it was named

	Conditions *instrument.Options `json:",omitempty"` // how its conditions were made visible
	Calls      *sites.Options      `json:",omitempty"` // and its calls, which are frames of a stack
}

// Version is the version of schedule files.
const Version = 1

// A schedule is a confirmed deadlock that can be made to happen again: the
// decisions of the run (its plan), how to build and start the program, and the
// finding as it was reported, whose steps tell where a changed program differs.
type Schedule struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Go      string `json:"go"`
	Replay  Build
	Package string // import path
	Test    bool
	Binary  string   // used when it cannot be built
	Args    []string // of the program or test binary
	Prefix  []string // the user's -exec
	Stdin   []byte   // what the program read
	Dir     string   // working directory, relative to the module's root
	Root    string   // the module's root when it was recorded
	Serial  bool
	Seed    uint64
	Plan    string
	Finding report.Finding
	Spots   []confirm.Spot `json:",omitempty"` // where goroutines are blocked, when the plan is an order
}

func Read(name string) (*Schedule, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, command.Usage(fmt.Errorf("%w; name a schedule file that a confirmed deadlock left", err))
	}
	s := &Schedule{}
	if err := json.Unmarshal(b, s); err != nil {
		var syn *json.SyntaxError
		if errors.As(err, &syn) {
			return nil, fmt.Errorf("%s is damaged at offset %d: %w; run deadlocklint test again for a new one", name, syn.Offset, err)
		}
		return nil, fmt.Errorf("%s is no schedule: %w; run deadlocklint test again for a new one", name, err)
	}
	switch {
	case s.Format != "deadlocklint schedule" || s.Version < 1:
		return nil, fmt.Errorf("%s is no schedule; name a file that a confirmed deadlock left", name)
	case s.Version > Version:
		return nil, fmt.Errorf("%s was written by a newer deadlocklint (version %d); install that one", name, s.Version)
	}
	return s, nil
}

// Dir is where schedules go without -keep: they must outlive the session.
func Dir() string {
	if dir, err := goroot.CacheDir(); err == nil {
		return filepath.Join(dir, "schedules")
	}
	return filepath.Join(os.TempDir(), "deadlocklint-schedules")
}

// A callSchedule is a confirmed violation that can be made to happen again: how
// the program is built and run, the order of its calls by their positions, and
// what to look for.
type Calls struct {
	Format    string `json:"format"`
	Version   int    `json:"version"`
	Packages  []string
	Program   bool
	Args      []string // of the program
	Run       string   // -run
	Flags     []string `json:",omitempty"` // of the build
	Types     []string
	Target    string // import path
	Tests     []string
	Steps     []Step
	Automaton string
	At        string // position of the call that is wrong
	Hook      uint32 `json:",omitempty"` // number of its site when that is made of a stack
	State     string // in which it is made
	Finding   report.Finding
}

// A callStep is a step of a plan.
type Step struct {
	G     uint64
	At    string
	Count uint32
	Hook  uint32 `json:",omitempty"` // number of a site that is made of a stack
}

const CallsFormat = "deadlocklint calls"

func ReadCalls(name string) (*Calls, *automaton.Automaton, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, command.Usage(fmt.Errorf("%w; name a file that typestate check has written", err))
	}
	s := &Calls{}
	if err := json.Unmarshal(text, s); err != nil || s.Format != CallsFormat || s.Version != Version {
		return nil, nil, command.Usage(fmt.Errorf("%s is no schedule of calls of this version; name a file that typestate check has written", name))
	}
	list, err := automaton.Parse([]byte(s.Automaton))
	if err != nil || len(list) != 1 || len(s.Steps) == 0 || len(s.Steps) > sched.MaxCalls {
		return nil, nil, command.Usage(fmt.Errorf("%s is damaged; let typestate check write it again", name))
	}
	return s, list[0], nil
}
