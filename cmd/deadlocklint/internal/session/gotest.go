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
	stop := se.Progress.Watch(se.progress)
	failed, err := se.goTest(ctx, args, prefix, events)
	stop()
	if err != nil {
		return err
	}
	if se.Failed && ctx.Err() == nil {
		se.Failures = append(se.Failures, failed...)
	}
	if info, err := os.Stat(filepath.Join(se.Dir, begunFile)); err == nil && se.Explore == nil {
		se.spend(time.Since(info.ModTime()))
	}
	return se.recorded(ctx)
}

// goTest runs go test, and returns a line for each test that failed and each package that was not built.
func (se *Session) goTest(ctx context.Context, args, prefix []string, events bool) ([]string, error) {
	text := &sharedWriter{to: se.Streams.Err}
	var out io.Writer
	var failed *failures
	if events {
		w := &eventWriter{events: se.Streams.Out, text: text}
		out, failed = w, &w.failures
	} else {
		w := &failureWriter{to: se.Streams.Out}
		if se.Explore != nil {
			w.to = io.Discard // how the processes of the tests end says nothing
		}
		out, failed = w, &w.failures
	}
	err := se.goCommand(ctx, args, prefix, out, text)
	if len(failed.lines) == 0 {
		failed.lines = []string{"go test failed; its output says why"}
	}
	return failed.lines, err
}

// recorded is an error when no test was run, which is no error of an interrupted command.
func (se *Session) recorded(ctx context.Context) error {
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
