package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/linked"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// GoCommand runs the shadow's go command; its failure is remembered, not returned.
func (se *Session) GoCommand(ctx context.Context, args, prefix []string, out console.Writer) error {
	_, err := se.goCommand(ctx, args, prefix, out, se.Streams.Err)
	return err
}

// goCommand is GoCommand with another writer for messages. It returns the exit status, too.
func (se *Session) goCommand(ctx context.Context, args, prefix []string, out, errs console.Writer) (code int, err error) {
	args, err = se.keepLinked(args)
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, se.Shadow.Go(), args...)
	cmd.Dir = se.Work
	cmd.Env = se.environ(prefix)
	cmd.Cancel = func() error {
		se.tellInterrupt()
		return cmd.Process.Signal(os.Interrupt)
	}
	code, err = record.Wait(cmd, nil, se.Progress.Pass(out), se.Progress.Pass(errs))
	if err != nil && ctx.Err() == nil {
		return code, err
	}
	se.Failed = se.Failed || code != 0
	return code, nil
}

// keepLinked adds the flag with which linked programs are kept, unless the user has a -toolexec.
func (se *Session) keepLinked(args []string) ([]string, error) {
	given := func(arg string) bool { return strings.HasPrefix(strings.TrimLeft(arg, "-"), "toolexec") }
	if slices.ContainsFunc(args, given) || slices.ContainsFunc(se.GoFlags().Fields, given) {
		return args, nil
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		return nil, err
	}
	flag, err := linked.Flag(cache)
	if err != nil || flag == "" {
		return args, err
	}
	return slices.Insert(slices.Clone(args), 1, flag), nil
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

// Exec runs a test binary in place of the go command: the other side of
// the -exec that goTest passes.
func Exec(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("__exec is called by deadlocklint itself; run deadlocklint test"))
	}
	dir, err := execDir()
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt(ctx, dir)
	defer stop()
	if err := asked(ctx, dir, args); err != nil {
		return err
	}
	if _, err := begun(dir); err != nil {
		return err
	}
	first := 0
	for range maxRestarts {
		t, code, err := record.Exec(ctx, dir, args[0], args[1:], s.In, s.Out, s.Err)
		if err != nil {
			return err
		}
		if first == 0 {
			first = code
		}
		if code <= 1 || ctx.Err() != nil { // package testing has told of all tests
			break
		}
		rest, err := restOf(ctx, t, dir)
		if err != nil {
			fmt.Fprintf(s.Err, "deadlocklint: the tests that were still to come are not known: %v\n", err)
		}
		if rest == nil {
			break
		}
		fmt.Fprintln(s.Err, "deadlocklint: the tests that were still to come run in a process of their own")
		if slices.Contains(args, record.TestEvents) {
			rest = append([]string{record.TestEvents}, rest...)
		}
		args = append(args[:1:1], rest...)
	}
	if first != 0 {
		return command.Exit(first)
	}
	return nil
}
