package dispatch

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// The programs of the self-test: the demo's, and one without its deadlock.
//
//go:embed demo/main.go.txt demo/ordered.go.txt
var selftestSource embed.FS

// A selftest is the control of a CI job in which deadlocklint finds nothing: it
// shows that a deadlock would have been found there, with that Go, that cache
// and those limits.
type selftest struct {
	streams command.Streams
	dir     string
	id      string // of the deadlock
	file    string // its schedule
}

// selftestOf expects a deadlock in the first program and none in the second.
func selftestOf(ctx context.Context, s command.Streams, bug, fixed string) error {
	dir, err := os.MkdirTemp("", "deadlocklint-selftest-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	defer os.RemoveAll(dir)
	t := &selftest{streams: s, dir: dir}
	for name, source := range map[string]string{"bug": bug, "fixed": fixed} {
		if err := t.write(name, source); err != nil {
			return err
		}
	}
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"the source of a program with a deadlock", t.static},
		{"a run of it that ends well, and the deadlock made to happen", t.confirm},
		{"the replay of the deadlock", t.replay},
		{"the same program without the deadlock", t.silent},
	} {
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("selftest: %s: %w", step.what, err)
		}
		fmt.Fprintf(s.Out, "ok  %s\n", step.what)
	}
	return nil
}

func (t *selftest) write(name, source string) error {
	b, err := selftestSource.ReadFile(source)
	if err != nil {
		return err
	}
	dir := filepath.Join(t.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), b, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/bank\n\ngo 1.24\n"), 0o600)
}

func (t *selftest) static(ctx context.Context) error {
	doc, err := t.run(ctx, "check", "-json", "-C", filepath.Join(t.dir, "bug"), "./...")
	if err != nil {
		return err
	}
	for _, f := range doc.Findings {
		if f.Status == report.StatusStatic {
			t.id = f.ID
			return nil
		}
	}
	return errors.New("the static checks did not find it; " + tellUs)
}

func (t *selftest) confirm(ctx context.Context) error {
	doc, err := t.run(ctx, "run", "-json", "-tries=10", "-C", filepath.Join(t.dir, "bug"), "-keep", filepath.Join(t.dir, "rec"), ".")
	if err != nil {
		return err
	}
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || f.Replay == "" {
			continue
		}
		if f.ID != t.id {
			return fmt.Errorf("it has the id %s in the source and %s when it happens; %s", t.id, f.ID, tellUs)
		}
		t.file = strings.TrimPrefix(f.Replay, "deadlocklint replay ")
		return nil
	}
	return fmt.Errorf("it was not confirmed: %s; %s", report.Summary(doc.Findings), tellUs)
}

func (t *selftest) replay(ctx context.Context) error {
	doc, err := t.run(ctx, "replay", "-json", "-tries=10", t.file)
	switch {
	case err != nil:
		return err
	case len(doc.Findings) != 1 || doc.Findings[0].ID != t.id:
		return errors.New("it did not happen again; " + tellUs)
	}
	return nil
}

func (t *selftest) silent(ctx context.Context) error {
	doc, err := t.run(ctx, "run", "-json", "-tries=1", "-C", filepath.Join(t.dir, "fixed"), ".")
	if err != nil {
		return err
	}
	for _, f := range doc.Findings {
		if f.IsDeadlock() {
			return fmt.Errorf("a deadlock was reported that is not there: %s; %s", f.Message, tellUs)
		}
	}
	return nil
}

// tellUs ends what is our own fault, or a machine's that we do not know.
const tellUs = "what deadlocklint says on this machine cannot be relied on: please report this with the output of deadlocklint version and go version"

// run calls a command as the user would and reads its document. Findings are no
// error here.
func (t *selftest) run(ctx context.Context, args ...string) (doc report.Document, err error) {
	var out, errs bytes.Buffer
	err = Run(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, args)
	if err != nil && command.Status(err) != report.ExitFindings {
		if command.Silent(err) {
			// Not wrapped: an exit status has said its reason, and this one has not yet.
			err = fmt.Errorf("deadlocklint %s: %s; %s", args[0], failure(errs.String()), renewCache())
		}
		return doc, err
	}
	if doc, err = report.ReadDocument(&out); err != nil {
		return doc, fmt.Errorf("no document: %w; %s", err, tellUs)
	}
	return doc, nil
}

// failure is the line in a command's output that says why it failed: the first line of the compiler, which names
// a file, or else the last line.
func failure(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for _, l := range lines {
		if place, _, ok := strings.Cut(l, ": "); ok && strings.Contains(place, ".go:") {
			return strings.TrimSpace(l)
		}
	}
	return lines[len(lines)-1]
}

// renewCache is the advice for a damaged cache.
func renewCache() string {
	dir, err := goroot.CacheDir()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("if its cache is damaged, remove %s and run deadlocklint demo -selftest again", dir)
}
