package run_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMain lets the test binary be the program that the go command calls through -exec.
func TestMain(m *testing.M) {
	wrappers := map[string]func(context.Context, command.Streams, []string) error{"__explore": session.ExecExplore, "__races": session.ExecRaces, "__exec": session.Exec}
	if len(os.Args) < 2 || wrappers[os.Args[1]] == nil {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := wrappers[os.Args[1]](ctx, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[2:])
	if !command.Silent(err) {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(command.Status(err))
}

// call runs a command.
func call(out, errs io.Writer, args ...string) error {
	commands := map[string]func(context.Context, command.Streams, []string) error{"explore": run.Explore, "races": run.Races, "test": run.Test, "confirm": run.Confirm, "replay": run.Replay}
	return commands[args[0]](context.Background(), command.Streams{In: strings.NewReader(""), Out: out, Err: errs}, args[1:])
}

// invoke decodes the document of a command line.
func invoke(t *testing.T, args ...string) (doc report.Document, status int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := call(&out, &errs, args...)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	doc, unread := report.ReadDocument(bytes.NewReader(out.Bytes()))
	if unread != nil {
		t.Fatalf("%v: no document: %v\n%s%s", args, unread, &out, &errs)
	}
	return doc, command.Status(err), errs.String()
}

// What only some schedules show is found, and made to happen again from its file.
func TestExplore(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=200", "-early-max=0", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
		if f.Dynamic.Assumption != "" {
			t.Errorf("%s: nothing goes on, and it is assumed that %s", f.Tests, f.Dynamic.Assumption)
		}
		if len(f.Tests) != 1 || strings.HasSuffix(f.Tests[0], "Well") {
			t.Errorf("%s: %s", f.Tests, f.Message)
		}
	}
	slices.Sort(got)
	if want := []string{"TestCycle lockorder", "TestFails schedule", "TestLeaks leaked", "TestPanics schedule"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	for _, f := range doc.Findings {
		t.Run("replay of "+f.Tests[0], func(t *testing.T) {
			file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
			if !ok {
				t.Fatalf("replay %q", f.Replay)
			}
			log, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".log")
			if err != nil || strings.Count(string(log), "\n") != f.Explored.Length+strings.Count(string(log), "\tpanics\t")+2 || !strings.Contains(string(log), "m_test.go:") {
				t.Errorf("%v, the log of %d steps is\n%s", err, f.Explored.Length, log)
			}
			before, _ := os.ReadFile(file)
			again, status, stderr := invoke(t, "replay", "-json", "-C="+dir, file)
			if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, before) {
				t.Errorf("%v: the replay has changed its schedule\n%s", err, after)
			}
			if len(again.Findings) != 1 || again.Findings[0].ID != f.ID || again.Findings[0].Check != f.Check || status != report.ExitFindings {
				t.Errorf("exit status %d, findings %v\n%s", status, again.Findings, stderr)
			}
		})
	}
}

// refused is the error with which a command line ends. One that the report has as well is on stderr.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	err := call(io.Discard, &said, args...)
	switch {
	case !command.Silent(err):
		return err.Error()
	case command.Status(err) != report.ExitFailed:
		t.Fatalf("%v: no error, but status %d", args, command.Status(err))
	}
	return strings.TrimSpace(said.String())
}

// notFollowed is what a replay says that cannot follow its schedule.
func notFollowed(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	err := call(io.Discard, &said, args...)
	if status := command.Status(err); status != report.ExitFailed {
		t.Errorf("%v: exit status %d, want 1", args, status)
	}
	return fmt.Sprint(&said, err)
}

// What cannot be explored is refused in one line that says what to do.
func TestExploreRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "explored")
	for _, c := range []struct{ command, arg, want string }{
		{"explore", "-x=strategy=best", "use one of"},
		{"explore", "-race", "leave -race out"},
		{"explore", "-runs=many", "-runs"},
		{"explore", "-new-from=HEAD", "-baseline"},
		{"explore", "-shard=3/2", "such as 3/16"},
		{"explore", "-shard=0/2", "such as 3/16"},
		{"explore", "-shard=1/2", "name one with -results"},
		{"explore", "-merge", "explore -results has written"},
		{"test", "-o=file", "is refused"},
		{"explore", "-o=file", "it is written -results now"},
		{"explore", "-tries=2", "leave it out"},
		{"test", "-shard=1/2", "deadlocklint explore"},
		{"test", "-runs=3", "deadlocklint explore"},
	} {
		if err := refused(t, c.command, "-C="+dir, c.arg, "."); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s %s: %s", c.command, c.arg, err)
		}
	}
}

// sharesMemory reports whether the schedule tells of memory that two goroutines write, and of
// memory that one uses alone.
func sharesMemory(x *report.Explored) bool {
	if x == nil {
		return false
	}
	writers, own := map[string]map[int]bool{}, false
	for _, s := range x.Steps {
		if s.Op != "wrote" {
			continue
		}
		if own = own || s.Object == ""; writers[s.Object] == nil {
			writers[s.Object] = map[int]bool{}
		}
		writers[s.Object][s.Goroutine] = true
	}
	for object, by := range writers {
		if object != "" && len(by) > 1 {
			return own
		}
	}
	return false
}
