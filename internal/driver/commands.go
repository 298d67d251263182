package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// runRecord runs any command with the recorder on: it starts programs that
// were built with the variables of "deadlocklint env".
func runRecord(ctx context.Context, s Streams, args []string) error {
	var own testflags.Own
	fs := ownFlags("record", &own)
	if err := parse(fs, args, &own); err != nil {
		return helpOr(ctx, s, "record", err)
	}
	if fs.NArg() == 0 {
		return usage{errors.New("which command? say deadlocklint record -keep DIR -- ./server -flag")}
	}
	if own.Keep == "" {
		return usage{errors.New("record needs -keep DIR: what is recorded is read from there by deadlocklint predict DIR")}
	}
	se := &session{Own: own, streams: s, progress: newProgress(nil)}
	if err := se.makeDir(); err != nil {
		return err
	}
	bin, err := exec.LookPath(fs.Arg(0))
	if err != nil {
		return usage{fmt.Errorf("%w; name a command that can be run", err)}
	}
	abs, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	t, err := record.NewTarget(se.dir, abs, fs.Args()[1:], wd)
	if err != nil {
		return err
	}
	if err := se.recordTarget(ctx, t); err != nil {
		return err
	}
	if traces, _ := record.Traces(se.dir); len(traces) == 0 {
		return fmt.Errorf("nothing was recorded: no program that %s started was built with the variables of deadlocklint env", fs.Arg(0))
	}
	fmt.Fprintf(s.Err, "deadlocklint: recorded in %s; next: deadlocklint confirm %s\n", own.Keep, own.Keep)
	if se.failed {
		return Exit(report.ExitFailed)
	}
	return nil
}

func helpOr(ctx context.Context, s Streams, name string, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return runHelp(ctx, s, []string{name})
	}
	return err
}

// runPredict reads a recording and confirms nothing.
func runPredict(ctx context.Context, s Streams, args []string) error {
	return readRecording(ctx, s, "predict", args)
}

// runConfirm reads a recording and confirms what it predicts, or runs what a
// finding is in to confirm that one.
func runConfirm(ctx context.Context, s Streams, args []string) error {
	if i := idAmong(args); i >= 0 {
		return runConfirmID(ctx, s, args[i], slices.Delete(slices.Clone(args), i, i+1))
	}
	return readRecording(ctx, s, "confirm", args)
}

func readRecording(ctx context.Context, s Streams, name string, args []string) error {
	var own testflags.Own
	fs := ownFlags(name, &own)
	program := ""
	if name == "predict" {
		fs.StringVar(&program, "trace-program", "", "write the trace programs to this `file`: as Go, or as Promela when it ends in .pml")
	}
	if err := parse(fs, args, &own); err != nil {
		return helpOr(ctx, s, name, err)
	}
	if fs.NArg() != 1 {
		return usage{fmt.Errorf("which recording? say deadlocklint %s DIR, the directory of -keep%s", name, orID(name))}
	}
	dir, err := filepath.Abs(fs.Arg(0))
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usage{fmt.Errorf("%s is no directory; name one that -keep filled%s", fs.Arg(0), orWholeID(name))}
	}
	if name == "predict" {
		own.Tries = 0
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	se := &session{Own: own, streams: s, progress: newProgress(s.Err), dir: dir, work: wd}
	se.Keep = dir
	if err := se.openOutput(); err != nil {
		return err
	}
	if name == "predict" {
		se.confirmWith = "deadlocklint confirm " + fs.Arg(0)
	}
	defer se.close()
	if program != "" {
		return se.writePrograms(ctx, program)
	}
	return se.finish(ctx)
}

// orID is the other thing that confirm takes.
func orID(command string) string {
	if command == "confirm" {
		return ", or deadlocklint confirm ID ./..."
	}
	return ""
}

func orWholeID(command string) string {
	if command == "confirm" {
		return ", or the id of a finding, all 16 digits of it"
	}
	return ""
}

// runTrace prints a trace.
func runTrace(ctx context.Context, s Streams, args []string) error {
	if len(args) != 1 {
		return usage{errors.New("which trace? say deadlocklint trace FILE")}
	}
	if _, err := os.Stat(args[0]); err != nil {
		return usage{fmt.Errorf("%w; name a *.dltrace file from a directory of -keep", err)}
	}
	t, err := wire.ReadFile(args[0])
	if err != nil {
		return err
	}
	if err := wire.WriteText(s.Out, t); err != nil {
		return err
	}
	if t.Damage != nil {
		return fmt.Errorf("%s: %w; what came before was printed", args[0], t.Damage)
	}
	return nil
}

// runEnv prints the variables for Make, Docker and debuggers.
func runEnv(ctx context.Context, s Streams, args []string) error {
	// The only flag: accesses of plain memory are recorded too.
	memory := len(args) == 1 && strings.TrimLeft(args[0], "-") == "memory"
	if !memory {
		if err := noArguments("env", args); err != nil {
			return err
		}
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	se := &session{streams: s, progress: newProgress(s.Err), work: wd}
	defer se.progress.done()
	if err := se.makeShadow(ctx); err != nil {
		return err
	}
	se.Memory = memory
	g := goflags(ctx, wd)
	if err := se.setGcflags(nil, g, g.race); err != nil {
		return err
	}
	env := se.shadow.Env()
	if se.goflags != "" {
		env = append(env, "GOFLAGS="+se.goflags)
	}
	for _, v := range env {
		fmt.Fprintf(s.Out, "export %s\n", quoteEnv(v))
	}
	for _, m := range se.shadow.Missing {
		fmt.Fprintf(s.Err, "deadlocklint: %s: not recorded, this Go differs there: %s\n", se.shadow.Toolchain.Version, m)
	}
	return nil
}

// runVersion prints the version.
func runVersion(ctx context.Context, s Streams, args []string) error {
	if err := noArguments("version", args); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "deadlocklint %s, instruments Go 1.%d to 1.%d\n", version(), goroot.Oldest, goroot.Newest)
	return nil
}

func noArguments(name string, args []string) error {
	if len(args) > 0 {
		return usage{fmt.Errorf("%s takes no arguments, not even %s; run deadlocklint %s", name, args[0], name)}
	}
	return nil
}
