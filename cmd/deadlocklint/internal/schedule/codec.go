package schedule

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
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
const again = "run the command that has written it again for a new one"

// FileName is the name of the schedule of a finding.
func FileName(id string) string { return "schedule-" + id + ".json" }

// LogName is the name of the file beside a schedule that has its steps in words.
func LogName(id string) string { return "schedule-" + id + ".log" }

// replayCommand stands before the name of a schedule.
const replayCommand = "deadlocklint replay "

// FileOf is the name of the file that a command replays.
func FileOf(replay string) (name string, ok bool) { return strings.CutPrefix(replay, replayCommand) }

// Command is the command that replays the schedule of a finding in dir.
func Command(dir, id string) string { return replayCommand + filepath.Join(dir, FileName(id)) }

// Write writes the schedule to a file of its own in dir, and returns the command that
// replays it. The finding is asked for with that command.
func (s *Schedule) Write(dir, id string, finding func(replay string) report.Finding) (replay string, err error) {
	s.Finding = finding(Command(dir, id))
	text, err := s.encode()
	if err != nil {
		return "", err
	}
	return Keep(dir, id, text)
}

// encode writes the text of the file, with its seal.
func (s *Schedule) encode() ([]byte, error) {
	s.Format, s.Version, s.Seal = format, Version, seal.Blank
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return nil, err
	}
	return sign(text), nil
}

// Keep writes the text of a schedule, which may come from elsewhere, and returns the command that replays it.
func Keep(dir, id string, text []byte) (replay string, err error) {
	if strings.ContainsAny(id, "/\\") {
		return "", fmt.Errorf("%q is no id", id)
	}
	if _, err := Parse(text); err != nil {
		return "", fmt.Errorf("it %w", err)
	}
	return Command(dir, id), WriteFile(dir, FileName(id), text)
}

// Read reads a schedule and checks it, except for the entries of [Schedule.Foreign]. The
// error is one line that ends with the next thing to do.
func Read(name string) (*Schedule, error) {
	text, err := readAll(name)
	if err != nil {
		return nil, err
	}
	s, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return s, nil
}

// Parse reads the text of a schedule as Read does. The error lacks the name of the file.
func Parse(text []byte) (*Schedule, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, unreadable(err)
	}
	switch {
	case head.Format != format || head.Version < 1:
		return nil, errors.New("is no schedule; name a file that a report has named")
	case head.Version > Version:
		return nil, fmt.Errorf("was written by a newer deadlocklint (version %d); install that one", head.Version)
	case head.Version < Version:
		return nil, fmt.Errorf("was written by an older deadlocklint (version %d); %s", head.Version, again)
	}
	s := &Schedule{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, unreadable(err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("cannot be replayed: %w; %s", err, again)
	}
	s.own = isOwn(text, s.Seal)
	return s, nil
}

// unreadable is the error of a text that has not the form of a schedule.
func unreadable(err error) error {
	if syn := (*json.SyntaxError)(nil); errors.As(err, &syn) {
		return fmt.Errorf("is damaged at offset %d: %w; %s", syn.Offset, err, again)
	}
	return fmt.Errorf("is no schedule: %w; %s", err, again)
}

// readAll reads a regular file that is not too large.
func readAll(name string) ([]byte, error) {
	const next = "name a schedule that a report has named"
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

// ParseAutomaton returns the automaton that the calls violate.
func (c *Calls) ParseAutomaton() (*automaton.Automaton, error) {
	list, err := automaton.Parse([]byte(c.Automaton))
	if err != nil || len(list) != 1 {
		return nil, errors.New("the schedule has no automaton in it; run deadlocklint typestate check for a new one")
	}
	return list[0], nil
}
