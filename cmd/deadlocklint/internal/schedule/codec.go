package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/fuzzer/sched"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/seal"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// format is the value of the field of that name.
const format = "deadlocklint schedule"

// maxSize is how large a schedule may be, in bytes: standard input and the dump of all
// goroutines take most of one.
const maxSize = 64 << 20

// again ends the errors of files that are of no use.
const again = "run deadlocklint test again for a new one"

// Write writes the schedule to a file of its own in dir, and returns the name. The
// finding is asked for with the command that replays it.
func (s *Schedule) Write(dir, id string, finding func(replay string) report.Finding) (replay string, err error) {
	name := "schedule-" + id + ".json"
	replay = "deadlocklint replay " + filepath.Join(dir, name)
	s.Format, s.Version, s.Finding, s.Seal = format, Version, finding(replay), seal.Blank
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return "", err
	}
	return replay, WriteFile(dir, name, sign(text))
}

// Read reads a schedule and checks it, except for the entries of [Schedule.Foreign]. The
// error is one line that ends with the next thing to do.
func Read(name string) (*Schedule, error) {
	text, err := readAll(name)
	if err != nil {
		return nil, err
	}
	s := &Schedule{}
	if err := json.Unmarshal(text, s); err != nil {
		if syn := (*json.SyntaxError)(nil); errors.As(err, &syn) {
			return nil, fmt.Errorf("%s is damaged at offset %d: %w; %s", name, syn.Offset, err, again)
		}
		return nil, fmt.Errorf("%s is no schedule: %w; %s", name, err, again)
	}
	switch {
	case s.Format == "deadlocklint calls":
		return nil, fmt.Errorf("%s was written by an older deadlocklint; run deadlocklint typestate check for a new one", name)
	case s.Format != format || s.Version < 1:
		return nil, fmt.Errorf("%s is no schedule; name a file that a confirmed deadlock left", name)
	case s.Version > Version:
		return nil, fmt.Errorf("%s was written by a newer deadlocklint (version %d); install that one", name, s.Version)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w; %s", name, err, again)
	}
	s.own = isOwn(text, s.Seal)
	return s, nil
}

// readAll reads a regular file that is not too large.
func readAll(name string) ([]byte, error) {
	const next = "name a schedule file that a confirmed deadlock left"
	info, err := os.Stat(name)
	if err != nil {
		return nil, command.Usage(fmt.Errorf("%w; %s", err, next))
	}
	if !info.Mode().IsRegular() {
		what := "no file"
		if info.IsDir() {
			what = "a directory"
		}
		return nil, command.Usage(fmt.Errorf("%s is %s; %s", name, what, next))
	}
	text, err := regular.Read(name, maxSize)
	if errors.Is(err, regular.ErrSize) {
		return nil, fmt.Errorf("%s has more than %d MB and is no schedule; %s", name, maxSize>>20, next)
	}
	if err != nil {
		return nil, command.Usage(fmt.Errorf("%w; %s", err, next))
	}
	return text, nil
}

// ParsePlan returns the plan of a schedule that has one.
func (s *Schedule) ParsePlan() (*sched.Plan, error) {
	plan := &sched.Plan{}
	if !sched.Parse([]byte(s.Plan), plan) {
		return nil, fmt.Errorf("the schedule has no plan in it; %s", again)
	}
	return plan, nil
}

// ParseAutomaton returns the automaton that the calls violate.
func (c *Calls) ParseAutomaton() (*automaton.Automaton, error) {
	list, err := automaton.Parse([]byte(c.Automaton))
	if err != nil || len(list) != 1 {
		return nil, errors.New("the schedule has no automaton in it; run deadlocklint typestate check for a new one")
	}
	return list[0], nil
}
