package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Record is "deadlocklint record": a command, or one of two words about recordings. A command named
// like one of the words is written after --.
func Record(ctx context.Context, s command.Streams, args []string) error {
	switch {
	case len(args) > 0 && args[0] == "env":
		return env(ctx, s, args[1:])
	case len(args) > 0 && args[0] == "show":
		return show(s, args[1:])
	}
	return recordCommand(ctx, s, args)
}

// recordCommand runs any command with the recorder on: it starts programs that
// were built with the variables of "deadlocklint record env".
func recordCommand(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Record, args)
	if err != nil {
		return command.HelpOr("record", err)
	}
	if len(rest) == 0 {
		return command.Usage(errors.New("which command? say deadlocklint record -keep DIR -- ./server -flag"))
	}
	if own.Keep == "" {
		return command.Usage(errors.New("record needs -keep DIR for the recording; deadlocklint confirm DIR reads it"))
	}
	se, err := session.NewRecording(s, own)
	if err != nil {
		return err
	}
	defer se.Close()
	bin, err := exec.LookPath(rest[0])
	if err != nil {
		return command.Usage(fmt.Errorf("%w; name a command that can be run", err))
	}
	abs, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	t, err := record.NewTarget(se.Dir, abs, rest[1:], wd)
	if err != nil {
		return err
	}
	if err := se.RecordTarget(ctx, t); err != nil {
		return err
	}
	if traces, _ := record.Traces(se.Dir); len(traces) == 0 {
		return fmt.Errorf("nothing was recorded: no program that %s started was built with the variables of deadlocklint record env", rest[0])
	}
	fmt.Fprintf(s.Err, "deadlocklint: recorded in %s; next: deadlocklint confirm %s\n", own.Keep, own.Keep)
	if se.Failed {
		return command.Exit(report.ExitFailed)
	}
	return nil
}
