package dispatch

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// The program of the demo is data, so that it is a module of its own.
//
//go:embed demo/main.go.txt
var demoSource embed.FS

// demoTries is how often the deadlock of the demo is tried.
const demoTries = 3

// runDemo does the main job on a small program.
func runDemo(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Demo, args)
	if err != nil {
		return command.HelpOr("demo", err)
	}
	if err := command.NoArguments("demo", rest); err != nil {
		return err
	}
	if own.Selftest {
		if err := own.Within(flags.Selftest); err != nil {
			return command.Usage(err)
		}
		return selftestOf(ctx, s, "demo/main.go.txt", "demo/ordered.go.txt")
	}
	own.Tries = demoTries
	dir, err := os.MkdirTemp("", "deadlocklint-demo-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	defer os.RemoveAll(dir)
	if err := writeDemo(dir); err != nil {
		return err
	}
	fmt.Fprintln(s.Err, "The demo's program moves money between two accounts, there and back, and ends well.")
	fmt.Fprintln(s.Err, "It is built with an instrumented copy of your Go (the first time this takes about a minute), recorded once, and then made to deadlock.")
	fmt.Fprintln(s.Err)
	env := goenv.Read(ctx, dir)
	pl, err := run.NewPipeline(ctx, s, own, env)
	if err != nil {
		return err
	}
	defer pl.Close()
	if err := pl.SetGcflags(nil, session.GoFlags{}, false); err != nil {
		return err
	}
	build := []string{"-ldflags=" + record.Ldflags}
	for _, f := range pl.Gcflags {
		build = append(build, "-gcflags="+f)
	}
	pl.Replay = schedule.Build{} // the module is gone afterwards
	if err := pl.RunProgram(ctx, ".", build, nil); err != nil {
		return err
	}
	err = pl.Finish(ctx)
	var exit command.Exit
	if errors.As(err, &exit) && int(exit) == 3 {
		fmt.Fprintln(s.Err, "\nThat was the demo: a deadlock that no run had shown, predicted from one good run, and proven. Now in your own module: deadlocklint test ./...")
		return nil
	}
	if err == nil {
		return errors.New("the demo's deadlock was not confirmed; please report this with the output of deadlocklint version and go version")
	}
	return err
}

func writeDemo(dir string) error {
	b, err := demoSource.ReadFile("demo/main.go.txt")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), b, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/bank\n\ngo 1.24\n"), 0o600)
}
