package confirm

import (
	"slices"
	"strings"
	"sync"

	"github.com/deadlocklint/deadlocklint/internal/crash"
)

// An Outcome is how a run ended, as far as its exit status and its output tell.
type Outcome struct {
	Exit              int
	Panic             string       // first line of the first panic or fatal error that ended a process, "" for none
	RecoveredByServer string       // the first panic from which package net/http says to have recovered a handler, "" for none
	Failed            []FailedTest // tests that failed, by name
}

// A FailedTest is a test that failed.
type FailedTest struct {
	Name    string
	Message string // the first line that it logged, "" for none
}

// maxSaid is how many bytes of a line of output are looked at, and maxFailed how many
// failed tests are told apart: a program may write what it likes.
const (
	maxSaid   = 4 << 10
	maxFailed = 1 << 12
)

// maxOutput is the number of bytes of a run's output that are kept.
const maxOutput = 1 << 18

// An outputReader takes the outcome of a run from its output, and keeps its first lines.
type outputReader struct {
	mu      sync.Mutex
	outcome Outcome
	text    []byte
}

// output is the kept lines.
func (h *outputReader) output() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.text)
}

// stream is a writer for one of the outputs of the run.
func (h *outputReader) stream() *lineSplitter { return &lineSplitter{to: h} }

// end is the outcome of a run with an exit status, in which a test failed or not. What
// a run writes in which all went well says nothing; the exit status alone may be hidden
// by a TestMain.
func (h *outputReader) end(exit int, failed bool) Outcome {
	h.mu.Lock()
	defer h.mu.Unlock()
	if exit == 0 && !failed {
		return Outcome{RecoveredByServer: h.outcome.RecoveredByServer}
	}
	o := h.outcome
	o.Exit = exit
	slices.SortStableFunc(o.Failed, func(a, b FailedTest) int { return strings.Compare(a.Name, b.Name) })
	o.Failed = slices.CompactFunc(o.Failed, func(a, b FailedTest) bool { return a.Name == b.Name })
	return o
}

// A lineSplitter splits an output into lines.
type lineSplitter struct {
	to       *outputReader
	line     []byte // so far, up to maxSaid
	logs     bool   // the line before said that a test failed
	ends     crash.Chain
	reported bool // this output has the first panic
}

// Write takes in a part of the output.
func (s *lineSplitter) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		i := slices.Index(rest, '\n')
		part := rest
		if i >= 0 {
			part = rest[:i]
		}
		s.line = append(s.line, part[:min(len(part), maxSaid-len(s.line))]...)
		if i < 0 {
			break
		}
		s.take(string(s.line))
		s.line, rest = s.line[:0], rest[i+1:]
	}
	return len(b), nil
}

// take takes in a line.
func (s *lineSplitter) take(line string) {
	s.to.mu.Lock()
	defer s.to.mu.Unlock()
	if len(s.to.text)+len(line) < maxOutput {
		s.to.text = append(append(s.to.text, line...), '\n')
	}
	o := &s.to.outcome
	name, failed := failedTest(line)
	switch {
	case failed && len(o.Failed) > 0 && o.Failed[len(o.Failed)-1].Name == name: // a run under a schedule is a test in one of its name
	case failed && len(o.Failed) < maxFailed:
		o.Failed = append(o.Failed, FailedTest{Name: name})
	case s.logs && strings.HasPrefix(line, "    ") && len(o.Failed) > 0:
		o.Failed[len(o.Failed)-1].Message = strings.TrimSpace(line)
	case o.RecoveredByServer == "" && strings.Contains(line, serving):
		_, text, _ := strings.Cut(line, serving) // the address, and the value of the panic
		_, o.RecoveredByServer, _ = strings.Cut(text, ": ")
	default:
		if s.ends.Take(line); o.Panic == "" || s.reported {
			o.Panic, s.reported = s.ends.Reason, s.ends.Reason != ""
		}
	}
	s.logs = failed
}

// serving is the text that package net/http logs of a handler that panicked.
const serving = "http: panic serving "

// failedTest is the name in the line of package testing that says that a test failed.
// Output of the test may be before it on the line.
func failedTest(line string) (name string, ok bool) {
	_, rest, ok := strings.Cut(line, "--- FAIL: ")
	name, _, whole := strings.Cut(rest, " (")
	return name, ok && whole && name != ""
}
