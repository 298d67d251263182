package driver

import (
	"context"
	"errors"
	"os"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// prepareTests merges the flags of GOFLAGS and ours into those of go test, and
// notes how its test binaries are built again.
func (se *session) prepareTests(ctx context.Context, p *testflags.Parsed) error {
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
	return nil
}

// watchConditions makes the conditions of the tested packages visible.
func (se *session) watchConditions(ctx context.Context, p *testflags.Parsed) error {
	overlay, packages, err := se.conditions(ctx, instrument.Options{Patterns: p.Packages, Tests: true, Flags: loadFlags(se.replay.Build), User: p.Overlay})
	if err != nil {
		return err
	}
	p.Overlay, p.Gcflags = overlay, append(p.Gcflags, goroot.WritesOf(p.Gcflags, packages)...)
	return nil
}

// recordTests runs the tests with the recorder on. Failing tests do not end the
// session: what they recorded counts.
func (se *session) recordTests(ctx context.Context, p testflags.Parsed) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	prefix, err := userExec(p.Exec)
	if err != nil {
		return Usage(err)
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
