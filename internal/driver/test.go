package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// runTest is "deadlocklint test": go test with an instrumented GOROOT, then
// prediction and confirmation.
func runTest(ctx context.Context, s Streams, args []string) error {
	p, err := testflags.Parse(args)
	if errors.Is(err, testflags.ErrHelp) {
		return runHelp(ctx, s, []string{"test"})
	}
	if err != nil {
		return usage{err}
	}
	if err := checkOwn(p.Own); err != nil {
		return err
	}
	for _, note := range p.Notes {
		fmt.Fprintln(s.Err, "deadlocklint: "+note)
	}
	work, err := workDir(p.Dir)
	if err != nil {
		return err
	}
	if err := inModule(ctx, work, p.Packages); err != nil {
		return err
	}
	se, err := newSession(ctx, s, p.Own, work)
	if err != nil {
		return err
	}
	defer se.close()
	err = since(ctx, p.NewFrom, work, se.out, func(dir string, errs io.Writer) ([]report.Finding, error) {
		return testedAt(ctx, p, dir, errs)
	})
	if err != nil {
		return err
	}
	if err := se.goTest(ctx, p); err != nil {
		return err
	}
	return se.finish(ctx)
}

// testedAt returns what the same tests and checks find in another directory,
// without confirming anything.
func testedAt(ctx context.Context, p testflags.Parsed, dir string, errs io.Writer) ([]report.Finding, error) {
	p.Own = testflags.Own{NoStatic: p.NoStatic, NoCondvar: p.NoCondvar, Memory: p.Memory}
	se, err := newSession(ctx, Streams{Out: io.Discard, Err: errs}, p.Own, dir)
	if err != nil {
		return nil, err
	}
	defer se.close()
	return se.predicted(ctx, se.goTest(ctx, p), errs)
}

func workDir(dir string) (string, error) {
	if dir == "" {
		return os.Getwd()
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(abs); err != nil {
		return "", usage{fmt.Errorf("-C: %w; name a directory that exists", err)}
	}
	return abs, nil
}

// goTest runs the tests with the recorder on. Failing tests do not end the
// session: what they recorded counts.
func (se *session) goTest(ctx context.Context, p testflags.Parsed) error {
	g := goflags(ctx, se.work)
	if len(p.Ldflags) == 0 {
		p.Ldflags = g.ldflags
	}
	if p.Exec == "" {
		p.Exec = g.exec
	}
	if err := se.setGcflags(p.Gcflags, g, p.Is("race") || g.race); err != nil {
		return err
	}
	p.Gcflags = se.gcflags
	se.replay = replayInfo{Kind: "test", Build: p.Compile(record.Ldflags)}
	if !se.NoStatic {
		se.staticCandidates(ctx, staticRun{dir: se.work, patterns: p.Packages, tests: true, flags: p.List()})
	}
	if !se.NoCondvar {
		overlay, packages, err := se.conditions(ctx, instrument.Options{Patterns: p.Packages, Tests: true, Flags: loadFlags(se.replay.Build), User: p.Overlay})
		if err != nil {
			return err
		}
		p.Overlay, p.Gcflags = overlay, append(p.Gcflags, goroot.WritesOf(p.Gcflags, packages)...)
	}
	overlay, err := se.watchProtocols(ctx, p)
	if err != nil {
		return err
	}
	p.Overlay = overlay
	self, err := os.Executable()
	if err != nil {
		return err
	}
	prefix, err := userExec(p.Exec)
	if err != nil {
		return usage{err}
	}
	p.Exec = "" // ours runs it, also when confirming
	args := p.GoTest(testflags.Run{Exec: []string{self, "__exec"}, Ldflags: record.Ldflags})
	se.progress.say("building and recording the tests")
	out := se.streams.Out
	if se.JSON {
		out = se.streams.Err // the document has stdout for itself
	}
	if err := se.goCommand(ctx, args, prefix, out); err != nil {
		return err
	}
	if traces, _ := record.Traces(se.dir); len(traces) > 0 { // an error shows itself in finish
		return nil
	}
	if se.failed {
		return Exit(report.ExitFailed) // the go command has said why
	}
	return errors.New("no test was run, so nothing was recorded; name packages that have tests")
}

// goCommand runs the shadow's go command; its failure is remembered, not returned.
func (se *session) goCommand(ctx context.Context, args, prefix []string, out writer) error {
	cmd := exec.CommandContext(ctx, se.shadow.Go(), args...)
	cmd.Dir = se.work
	cmd.Env = se.environ(prefix)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	code, err := record.Wait(cmd, nil, se.progress.pass(out), se.progress.pass(se.streams.Err))
	if err != nil && ctx.Err() == nil {
		return err
	}
	se.failed = se.failed || code != 0
	return nil
}

// userExec splits the user's -exec as the go command does: fields, quoted with
// single or double quotes.
func userExec(list string) ([]string, error) {
	var fields []string
	for s := strings.TrimSpace(list); s != ""; s = strings.TrimSpace(s) {
		if q := s[0]; q == '"' || q == '\'' {
			end := strings.IndexByte(s[1:], q)
			if end < 0 {
				return nil, fmt.Errorf("-exec: unterminated %c in %s; close the quote", q, list)
			}
			fields = append(fields, s[1:1+end])
			s = s[end+2:]
			continue
		}
		end := strings.IndexAny(s, " \t\n")
		if end < 0 {
			end = len(s)
		}
		fields = append(fields, s[:end])
		s = s[end:]
	}
	return fields, nil
}

// runExec runs a test binary in place of the go command: the other side of
// the -exec that goTest passes.
func runExec(ctx context.Context, s Streams, args []string) error {
	if len(args) == 0 {
		return usage{errors.New("__exec is called by deadlocklint itself; run deadlocklint test")}
	}
	code, err := record.Exec(ctx, args[0], args[1:], s.In, s.Out, s.Err)
	if err != nil {
		return err
	}
	if code != 0 {
		return Exit(code)
	}
	return nil
}
