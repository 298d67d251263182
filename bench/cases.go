package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A program is a case of testdata that has a deadlock which can be made to
// happen, recorded once.
type program struct {
	name       string
	dir        string // of its source
	native     string // built with the ordinary Go
	args       []string
	session    string // the recorded session
	candidates []*predict.Candidate
}

// caseNames lists the cases that say "verdict confirmed" and that are wanted.
func caseNames(only string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "*.txtar"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		trace := strings.Contains(string(b), "\nargs -condvar") // of a trace program, not of the lock graph
		if !trace && strings.Contains(string(b), "\nverdict confirmed\n") && wanted(name, only) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no case of testdata is meant; run go run . confirm -h")
	}
	return names, nil
}

// wanted reports whether the name is in the list, which is separated by commas.
// An empty one stands for every case but those of one kind of order each, which
// differ in the prediction and not in its confirmation.
func wanted(name, list string) bool {
	if list == "" {
		return !strings.HasPrefix(name, "ordered_by_")
	}
	return slices.Contains(strings.Split(list, ","), name)
}

// prepare builds a case twice and records it.
func prepare(ctx context.Context, e *environment, name string) (*program, error) {
	p := &program{name: name, dir: filepath.Join(e.dir, name), session: filepath.Join(e.dir, name+".recorded")}
	test, err := p.unpack()
	if err != nil {
		return nil, err
	}
	if test {
		p.args = []string{"-test.paniconexit0", "-test.timeout=10m"}
	}
	if p.native, err = e.build(ctx, build{name: name + ".native", dir: p.dir, pkg: ".", test: test}); err != nil {
		return nil, err
	}
	binary, err := e.build(ctx, build{name: name + ".instrumented", dir: p.dir, pkg: ".", test: test, instrumented: true})
	if err != nil {
		return nil, err
	}
	t, err := record.NewTarget(p.session, binary, p.args, p.dir)
	if err != nil {
		return nil, err
	}
	if _, err := t.Record(ctx, p.session, nil, nil, nil); err != nil {
		return nil, err
	}
	return p, p.predict()
}

// unpack writes the files of the case and tells whether it is a test.
func (p *program) unpack() (test bool, err error) {
	ar, err := txtar.ParseFile(filepath.Join("..", "testdata", p.name+".txtar"))
	if err != nil {
		return false, err
	}
	for _, dir := range []string{p.dir, p.session} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return false, err
		}
	}
	for _, f := range ar.Files {
		test = test || strings.HasSuffix(f.Name, "_test.go")
		if err := os.MkdirAll(filepath.Dir(filepath.Join(p.dir, f.Name)), 0o700); err != nil {
			return false, err
		}
		if err := os.WriteFile(filepath.Join(p.dir, f.Name), f.Data, 0o600); err != nil {
			return false, err
		}
	}
	return test, nil
}

// errNothing says that a case has nothing that a run could confirm: it happens in
// the recorded run already, or is for the static checks.
var errNothing = errors.New("nothing to confirm was predicted")

// predict takes the likeliest candidate of every finding that a session would
// try to confirm.
func (p *program) predict() error {
	found, err := predict.Predict(context.Background(), p.session, predict.Options{}, func(done, total int) {})
	if err != nil {
		return err
	}
	for _, f := range found.Findings {
		c := f.Candidates[0]
		if f.Status != lockgraph.Infeasible && f.Status != lockgraph.Manifest && c.Target != nil {
			p.candidates = append(p.candidates, c)
		}
	}
	if len(p.candidates) == 0 {
		return errNothing
	}
	return nil
}

// nativeTimeout ends a run that has deadlocked without Go noticing. Cases take
// less than a second.
const nativeTimeout = 20 * time.Second

// runNative counts how many of n runs without any of our code fail or hang.
func (p *program) runNative(ctx context.Context, n int) (failed int, err error) {
	for range n {
		limited, cancel := context.WithTimeout(ctx, nativeTimeout)
		cmd := exec.CommandContext(limited, p.native, p.args...)
		cmd.Dir, cmd.Env = p.dir, off(os.Environ())
		err := cmd.Run()
		cancel()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return failed, ctx.Err()
		case errors.As(err, &exit):
			failed++
		case err != nil:
			return failed, err
		}
	}
	return failed, nil
}
