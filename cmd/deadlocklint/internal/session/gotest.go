package session

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
)

// PrepareTests merges the flags of GOFLAGS and ours into those of go test, and
// notes how its test binaries are built again.
func (se *Session) PrepareTests(p *testflags.CommandLine) error {
	g := se.GoFlags()
	if err := p.Default(g.Fields); err != nil {
		return command.Usage(err)
	}
	se.JSON, se.Verbose = se.JSON || p.JSON, se.Verbose || p.Verbose
	se.Out.Json, se.Out.Verbose = se.JSON, se.Verbose
	if err := se.SetGcflags(p.Gcflags, g, p.Is("race")); err != nil {
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
	events := se.JSON && se.Explore == nil
	args := p.GoTest(testflags.Run{Exec: []string{self, wrapper}, Ldflags: record.Ldflags, Events: events})
	se.Progress.Say("%s", doing)
	out, text := se.Streams.Out, &sharedWriter{to: se.Streams.Err}
	switch {
	case se.Explore != nil:
		out = io.Discard // how the processes of the tests end says nothing
	case events:
		out = &eventWriter{events: se.Streams.Out, text: text}
	}
	stop := se.Progress.Watch(se.progress)
	err = se.goCommand(ctx, args, prefix, out, text)
	stop()
	if err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Join(se.Dir, begunFile)); err == nil && se.Explore == nil {
		se.spend(time.Since(info.ModTime()))
	}
	return se.recorded(ctx)
}

// recorded is an error when no test was run, which is no error of an interrupted command.
func (se *Session) recorded(ctx context.Context) error {
	if se.Failed && ctx.Err() == nil {
		se.Failures = append(se.Failures, "go test failed: its output says which packages were not built, and which tests fail")
	}
	traces, _ := record.Traces(se.Dir) // an error shows itself in finish
	explored, _ := se.Explored()       // the same
	switch {
	case len(traces)+len(explored) > 0, ctx.Err() != nil:
		return nil
	case se.Failed:
		return command.Told("no test was run, so nothing was recorded")
	case se.Explore != nil:
		return nil
	}
	return errors.New("no test was run, so nothing was recorded; name packages that have tests")
}
