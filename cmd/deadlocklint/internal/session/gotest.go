package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument"
)

// PrepareTests merges the flags of GOFLAGS and ours into those of go test, and
// notes how its test binaries are built again. An unknown flag is an error where no test could define it.
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
	se.Handed = p.Handed
	return se.hasTests(p)
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
	err = se.goTest(ctx, args, prefix, events)
	stop()
	if err = errors.Join(err, se.allDefined(&p)); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Join(se.Dir, begunFile)); err == nil && se.Explore == nil {
		se.spend(time.Since(info.ModTime()))
	}
	return se.recorded(ctx)
}

// goTest runs go test, and notes each test that failed and each package that was not built.
func (se *Session) goTest(ctx context.Context, args, prefix []string, events bool) error {
	text := &sharedWriter{to: se.Streams.Err}
	var out io.Writer
	var failed *failures
	if events {
		w := &eventWriter{events: &defined{se.Streams.Out, se.Dir}, text: &defined{text, se.Dir}}
		out, failed = w, &w.failures
	} else {
		w := &failureWriter{to: &defined{se.Streams.Out, se.Dir}}
		if se.Explore != nil {
			w.to = io.Discard // how the processes of the tests end says nothing, unless no test was explored
		}
		out, failed = w, &w.failures
	}
	code, err := se.goCommand(ctx, args, prefix, out, text)
	if err == nil && code != 0 && ctx.Err() == nil {
		se.note(failed)
	}
	return err
}

// note remembers the failures of go test, and whether they have left something out.
func (se *Session) note(failed *failures) {
	if len(failed.lines) == 0 {
		failed.lines, failed.unbuilt = []string{"go test failed; its output says why"}, true
	}
	se.Failures = append(se.Failures, failed.lines...)
	se.Unbuilt = failed.unbuilt
	se.tellUnexplored(failed)
	se.partial = se.partial || se.Unbuilt || se.Explore == nil && se.endedEarly(failed.outside)
}

// tellUnexplored writes the output of packages of which no test was explored: their own TestMain has ended them, for example.
func (se *Session) tellUnexplored(failed *failures) {
	if se.Explore == nil {
		return
	}
	explored, _ := se.Explored() // an error shows itself in finish
	for _, pkg := range failed.outside {
		if !slices.ContainsFunc(explored, func(r *explorer.Result) bool { return r.Package == pkg }) {
			fmt.Fprint(se.Streams.Err, failed.said[pkg])
		}
	}
}

// endedEarly reports whether a test binary has not come to the end of its tests: it has another exit status than package
// testing gives, or failed outside of its tests. After a deadlock the other tests were run.
func (se *Session) endedEarly(outside []string) bool {
	targets, _ := record.Targets(se.Dir) // an error shows itself in finish
	for _, t := range targets {
		if t.Status == exitDeadlock {
			outside = slices.DeleteFunc(outside, func(pkg string) bool { return pkg == t.Package })
		} else if t.Test && t.Status > 1 {
			return true
		}
	}
	return len(outside) > 0
}

// removed reports whether test binaries were run, though no recording is there.
func (se *Session) removed() bool {
	targets, err := record.Targets(se.Dir)
	return err == nil && len(targets) > 0 && se.Explore == nil
}

// recorded is an error when no test was run, which is no error of an interrupted command.
func (se *Session) recorded(ctx context.Context) error {
	traces, _ := record.Traces(se.Dir) // an error shows itself in finish
	explored, _ := se.Explored()       // the same
	switch {
	case len(traces)+len(explored) > 0, ctx.Err() != nil:
		return nil
	case se.removed():
		return fmt.Errorf("the tests have left no recording: their files in %s were removed, or could not be made; let the tests leave that directory alone, and see that there is room", se.Dir)
	case se.Failed:
		return command.Told("no test was run, so nothing was recorded")
	case se.Explore != nil:
		return nil
	}
	return errors.New("no test was run, so nothing was recorded; name packages that have tests")
}
