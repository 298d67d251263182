package session

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// PrepareTests merges the flags of GOFLAGS and ours into those of go test, and
// notes how its test binaries are built again.
func (se *Session) PrepareTests(ctx context.Context, p *testflags.CommandLine) error {
	g := ReadGoFlags(ctx, se.Work)
	if len(p.Ldflags) == 0 {
		p.Ldflags = g.Ldflags
	}
	if p.Exec == "" {
		p.Exec = g.Exec
	}
	if err := se.SetGcflags(p.Gcflags, g, p.Is("race") || g.Race); err != nil {
		return err
	}
	p.Gcflags = se.Gcflags
	se.Replay = schedule.Build{Kind: "test", Build: p.Compile(record.Ldflags)}
	return nil
}

// WatchConditions makes the conditions of the tested packages visible.
func (se *Session) WatchConditions(ctx context.Context, p *testflags.CommandLine) error {
	overlay, packages, err := se.conditions(ctx, instrument.Options{Patterns: p.Packages, Tests: true, Flags: LoadFlags(se.Replay.Build), User: p.Overlay, Lists: se.Lists})
	if err != nil {
		return err
	}
	p.Overlay, p.Gcflags = overlay, append(p.Gcflags, goroot.WritesOf(p.Gcflags, packages)...)
	return nil
}

// RecordTests runs the tests with the recorder on. Failing tests do not end the
// session: their events count.
func (se *Session) RecordTests(ctx context.Context, p testflags.CommandLine) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	prefix, err := userExec(p.Exec)
	if err != nil {
		return command.Usage(err)
	}
	p.Exec = "" // ours runs it, also when confirming
	wrapper, doing := "__exec", "building and recording the tests"
	if se.Explore != nil {
		wrapper, doing = "__explore", "building and exploring the tests"
		if se.Races {
			wrapper, doing = "__races", "building the tests and making races happen"
		}
		if se.Explore.Time > 0 {
			se.Explore.Packages = se.countTested(ctx, &p)
		}
	}
	args := p.GoTest(testflags.Run{Exec: []string{self, wrapper}, Ldflags: record.Ldflags})
	se.Progress.Say("%s", doing)
	out := se.Streams.Out
	if se.Explore != nil {
		out = io.Discard // how the processes of the tests end says nothing
	} else if se.JSON {
		out = se.Streams.Err // the document has stdout for itself
	}
	stop := se.Progress.Watch(se.progress)
	err = se.GoCommand(ctx, args, prefix, out)
	stop()
	if err != nil {
		return err
	}
	if traces, _ := record.Traces(se.Dir); len(traces) > 0 { // an error shows itself in finish
		return nil
	}
	if se.Explore != nil && ctx.Err() != nil {
		return se.interruptedEarly()
	}
	if se.Failed {
		return command.Exit(report.ExitFailed) // the go command has said why
	}
	if se.Explore != nil {
		return nil
	}
	return errors.New("no test was run, so nothing was recorded; name packages that have tests")
}
