package run

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Predict reads a recording and confirms nothing.
func Predict(ctx context.Context, s command.Streams, args []string) error {
	return readRecording(ctx, s, "predict", args)
}

// Confirm reads a recording and confirms what it predicts, or runs what a
// finding is in to confirm that one.
func Confirm(ctx context.Context, s command.Streams, args []string) error {
	if i := idAmong(args); i >= 0 {
		return runConfirmID(ctx, s, args[i], slices.Delete(slices.Clone(args), i, i+1))
	}
	return readRecording(ctx, s, "confirm", args)
}

// RecordingFlags are the flags of the commands predict and confirm.
func RecordingFlags(name string) *flag.FlagSet {
	return recordingFlags(name, new(testflags.ToolFlags), new(string))
}

func recordingFlags(name string, own *testflags.ToolFlags, program *string) *flag.FlagSet {
	fs := session.OwnFlags(name, own)
	if name == "predict" {
		fs.StringVar(program, "trace-program", "", "write the trace programs to this `file`: as Go, or as Promela when it ends in .pml")
	}
	return fs
}

func readRecording(ctx context.Context, s command.Streams, name string, args []string) error {
	var own testflags.ToolFlags
	program := ""
	fs := recordingFlags(name, &own, &program)
	if err := session.Parse(fs, args, &own); err != nil {
		return command.HelpOr(name, err)
	}
	if fs.NArg() != 1 {
		return command.Usage(fmt.Errorf("which recording? say deadlocklint %s DIR, the directory of -keep%s", name, orID(name)))
	}
	dir, err := filepath.Abs(fs.Arg(0))
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return command.Usage(fmt.Errorf("%s is no directory; name one that -keep filled%s", fs.Arg(0), orWholeID(name)))
	}
	if name == "predict" {
		own.Tries = 0
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	se := session.OpenRecording(s, own, dir, wd)
	if err := se.OpenOutput(ctx); err != nil {
		return err
	}
	if name == "predict" {
		se.ConfirmWith = "deadlocklint confirm " + fs.Arg(0)
	}
	defer se.Close()
	if own.Tries > 0 {
		if err := allowTargets(s.Err, fs.Arg(0), dir, own.Trust); err != nil {
			return err
		}
	}
	if program != "" {
		return (&pipeline{Session: se}).writePrograms(ctx, program)
	}
	return (&pipeline{Session: se}).Finish(ctx)
}

// allowTargets is an error when a recording that is not this user's, or of another
// machine, would have something executed, and the user did not say -trust. With -trust
// the command lines are shown first.
func allowTargets(w io.Writer, name, dir string, trust bool) error {
	targets, err := record.Targets(dir)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(targets)) {
		t := targets[id]
		switch {
		case t.Own():
		case trust:
			fmt.Fprintf(w, "deadlocklint: -trust runs %s\n", schedule.Quote(t.CommandLine()))
		default:
			return fmt.Errorf("%s was recorded by another user or on another machine, or was changed, and would run %s; read the command line, and add -trust to run it", name, schedule.Quote(t.CommandLine()))
		}
	}
	return nil
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
