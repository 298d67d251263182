// Package runtest calls the commands that run programs, for tests. A command runs in the process of the test; the go
// command calls the test binary again, through -exec, as it calls deadlocklint: [Main] answers.
//
// Only tests import it.
package runtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A function is a command, without its name among the arguments.
type function = func(context.Context, command.Streams, []string) error

// Main is the TestMain of a package that calls commands: it lets the test binary be the program that the go command calls.
// Its result is the exit status.
func Main(m *testing.M) int {
	wrappers := map[string]function{"__explore": session.ExecExplore, "__races": session.ExecRaces, "__exec": session.Exec}
	if len(os.Args) < 2 || wrappers[os.Args[1]] == nil {
		return m.Run()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := wrappers[os.Args[1]](ctx, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[2:])
	if !command.Silent(err) {
		fmt.Fprintln(os.Stderr, err)
	}
	return command.Status(err)
}

// Call runs a command line, which begins with the name of the command.
func Call(out, errs io.Writer, args ...string) error {
	commands := map[string]function{"explore": run.Explore, "races": run.Races, "test": run.Test, "confirm": run.Confirm, "replay": run.Replay}
	return commands[args[0]](context.Background(), command.Streams{In: strings.NewReader(""), Out: out, Err: errs}, args[1:])
}

// Invoke decodes the document of a command line.
func Invoke(t *testing.T, args ...string) (doc report.Document, status int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := Call(&out, &errs, args...)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	doc, unread := report.ReadDocument(bytes.NewReader(out.Bytes()))
	if unread != nil {
		t.Fatalf("%v: no document: %v\n%s%s", args, unread, &out, &errs)
	}
	return doc, command.Status(err), errs.String()
}

// Refused is the error with which a command line ends. An error that the report has as well is on stderr.
func Refused(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	err := Call(io.Discard, &said, args...)
	switch {
	case !command.Silent(err):
		return err.Error()
	case command.Status(err) != report.ExitFailed:
		t.Fatalf("%v: no error, but status %d", args, command.Status(err))
	}
	return strings.TrimSpace(said.String())
}

// NotFollowed is the message of a replay that cannot follow its schedule.
func NotFollowed(t *testing.T, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	err := Call(io.Discard, &said, args...)
	if status := command.Status(err); status != report.ExitFailed {
		t.Errorf("%v: exit status %d, want 1", args, status)
	}
	return fmt.Sprint(&said, err)
}

// Lines are the lines that say what was explored, by test or call, without the package.
func Lines(stderr string) map[string]string {
	lines := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^explored \S+ (\S+): (.*)$`).FindAllStringSubmatch(stderr, -1) {
		lines[m[1]] = m[2]
	}
	return lines
}

// ReplaysAgain makes the schedule of a finding happen again.
func ReplaysAgain(t *testing.T, dir string, f report.Finding) {
	t.Helper()
	file, ok := strings.CutPrefix(f.Replay, "deadlocklint replay ")
	if !ok {
		t.Errorf("%s has no schedule", f.Message)
		return
	}
	var errs bytes.Buffer
	err := Call(&errs, &errs, "replay", "-C="+dir, file)
	if status := command.Status(err); status != report.ExitFindings {
		t.Errorf("the replay of %s ends with exit status %d\n%s", f.Message, status, &errs)
	}
}
