package schedule

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
)

// check refuses what no deadlocklint has written: kinds that there are not, names that
// the go command would take for flags, and counts without bound.
func (s *Schedule) check() error {
	if k := s.Replay.Kind; k != "" && k != KindTest && k != KindRun {
		return fmt.Errorf("%q is no kind of program", k)
	}
	if s.Finding.Dynamic == nil {
		return errors.New("the schedule has no finding in it")
	}
	if err := s.checkContent(); err != nil {
		return err
	}
	names := []string{s.Package, s.Replay.Package}
	if c := s.Replay.Conditions; c != nil {
		names = append(names, c.Patterns...)
	}
	if c := s.Replay.Calls; c != nil {
		names = append(names, c.Patterns...)
	}
	if s.Calls != nil {
		names = append(names, s.Calls.Packages...)
	}
	for _, name := range names {
		if !isPattern(name) {
			return fmt.Errorf("%q is no package of a checkout", name)
		}
	}
	return nil
}

// checkContent refuses a schedule without decisions, or with those of two kinds.
func (s *Schedule) checkContent() error {
	switch {
	case s.Plan != nil && s.Calls == nil && s.Choices == nil:
		return nil // it was read with the file
	case s.Calls != nil && s.Plan == nil && s.Choices == nil:
		return s.checkCalls()
	case s.Choices != nil && s.Plan == nil && s.Calls == nil:
		return s.checkChoices()
	}
	return errNoPlan
}

// errNoPlan is the error of a schedule that says nothing of when a finding happens.
var errNoPlan = errors.New("the schedule has no plan in it")

func (s *Schedule) checkCalls() error {
	if n := len(s.Calls.Steps); n == 0 || n > pauses.MaxCalls {
		return fmt.Errorf("the schedule has %d calls, and can have 1 to %d", n, pauses.MaxCalls)
	}
	if s.Replay.Kind == KindRun && len(s.Calls.Packages) == 0 {
		return errors.New("the schedule names no program")
	}
	return nil
}

// checkChoices refuses choices of a program that is no test, and arguments that decide no step. Some flags of package
// testing write files.
func (s *Schedule) checkChoices() error {
	if !s.Test || s.Replay.Kind != KindTest {
		return errors.New("the choices are of no test")
	}
	for _, a := range s.Args {
		if len(explorer.SelectionArgs([]string{a})) == 0 {
			return fmt.Errorf("%q is no argument of choices", a)
		}
	}
	return s.Choices.Check()
}

// isPattern reports whether the go command takes a name for packages of the checkout
// or of modules that it requires. A version would have it run a program from elsewhere.
func isPattern(name string) bool {
	if strings.HasPrefix(name, "-") || strings.ContainsAny(name, "@\x00\n\r") || filepath.IsAbs(name) {
		return false
	}
	return !slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "..")
}
