package cases

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// again is how often a case is run once more whose recorded run ended in the deadlock that was
// to be predicted.
const again = 2

// Run runs the cases in files, each in a test of its name. The flag -run chooses among them:
// the batches have the chosen ones only.
func (l Language) Run(t *testing.T, files []string) {
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	s := &suite{Language: l, dir: t.TempDir(), outcomes: map[*Case]*outcome{}, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	for _, file := range files {
		c, err := Load(file) // the chosen one or not: go test notes each, and runs again when one changes
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			if err != nil {
				t.Fatal(err)
			}
			o := s.add(c)
			t.Parallel() // waits until every chosen case was added
			<-o.done
			s.judge(t, c, o)
		})
	}
	if err := s.start(); err != nil {
		t.Error(err)
	}
}

// A suite is the cases of a test while it runs.
type suite struct {
	Language
	dir      string // for the batches
	cases    []*Case
	outcomes map[*Case]*outcome
	slots    chan struct{} // one for each session at a time
}

// An outcome is the end of the session of a case.
type outcome struct {
	done   chan struct{} // closed when the rest is there
	result Result
	err    error
}

func (s *suite) add(c *Case) *outcome {
	o := &outcome{done: make(chan struct{})}
	s.cases, s.outcomes[c] = append(s.cases, c), o
	return o
}

// start runs the batches in goroutines of their own.
func (s *suite) start() error {
	list, err := s.batches(s.cases)
	if err != nil {
		for _, c := range s.cases {
			s.end(c, Result{}, err)
		}
		return err
	}
	for _, b := range list {
		go func() {
			s.slots <- struct{}{}
			defer func() { <-s.slots }()
			s.run(b)
		}()
	}
	return nil
}

func (s *suite) end(c *Case, r Result, err error) {
	o := s.outcomes[c]
	o.result, o.err = r, err
	close(o.done)
}

// run runs a batch, and once more the cases whose deadlock came too early.
func (s *suite) run(b *batch) {
	for try := 0; len(b.cases) > 0; try++ {
		results, err := s.session(b)
		var rest []*Case
		for i, c := range b.cases {
			switch {
			case err != nil:
				s.end(c, Result{}, err)
			case try < again && endedInDeadlock(results[i].Doc) && len(s.Check(c, results[i])) > 0:
				rest = append(rest, c)
			default:
				s.end(c, results[i], nil)
			}
		}
		b = &batch{args: b.args, version: b.version, cases: rest}
	}
}

// session runs a batch in a new directory.
func (s *suite) session(b *batch) ([]Result, error) {
	dir, err := os.MkdirTemp(s.dir, b.cases[0].Name)
	if err != nil {
		return nil, err
	}
	return b.run(dir)
}

// endedInDeadlock reports whether what was to be predicted happened while it was
// recorded: the rest of the program is not in the recording then.
func endedInDeadlock(doc report.Document) bool {
	for _, f := range doc.Findings {
		if f.Dynamic != nil && strings.HasPrefix(f.Dynamic.Reason, "it happened in the recorded run") {
			return true
		}
	}
	return false
}

// judge compares the outcome with the expectation, and replays confirmed findings.
func (s *suite) judge(t *testing.T, c *Case, o *outcome) {
	if o.err != nil {
		t.Fatal(o.err)
	}
	for _, problem := range s.Check(c, o.result) {
		t.Error(problem)
	}
	if t.Failed() {
		t.Logf("stderr: %s", o.result.Stderr)
		for _, f := range o.result.Doc.Findings {
			t.Logf("%s %s %s %+v", f.Check, f.Status, f.Message, f.Dynamic)
		}
	}
	for _, f := range o.result.Doc.Findings {
		if f.Status != report.StatusConfirmed || f.Replay == "" {
			continue
		}
		if err := s.Replay(o.result.Dir, f); err != nil {
			t.Error(err)
		}
	}
}

// ReplayDeadlock lets a confirmed deadlock happen again from its schedule.
func ReplayDeadlock(_ string, f report.Finding) error {
	doc, status, stderr, err := call("replay", "-json", "-tries=10", strings.TrimPrefix(f.Replay, "deadlocklint replay "))
	if err == nil && (status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].ID != f.ID) {
		err = fmt.Errorf("replay of %s: exit status %d, findings %+v\n%s", f.ID, status, doc.Findings, stderr)
	}
	return err
}
