package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Record runs any command with the recorder on: it starts programs that
// were built with the variables of "deadlocklint env".
func Record(ctx context.Context, s command.Streams, args []string) error {
	var own testflags.ToolFlags
	fs := session.OwnFlags("record", &own)
	if err := session.Parse(fs, args, &own); err != nil {
		return command.HelpOr("record", err)
	}
	if fs.NArg() == 0 {
		return command.Usage(errors.New("which command? say deadlocklint record -keep DIR -- ./server -flag"))
	}
	if own.Keep == "" {
		return command.Usage(errors.New("record needs -keep DIR for the recording; deadlocklint predict DIR reads it"))
	}
	se, err := session.NewRecording(s, own)
	if err != nil {
		return err
	}
	defer se.Close()
	bin, err := exec.LookPath(fs.Arg(0))
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
	t, err := record.NewTarget(se.Dir, abs, fs.Args()[1:], wd)
	if err != nil {
		return err
	}
	if err := se.RecordTarget(ctx, t); err != nil {
		return err
	}
	if traces, _ := record.Traces(se.Dir); len(traces) == 0 {
		return fmt.Errorf("nothing was recorded: no program that %s started was built with the variables of deadlocklint env", fs.Arg(0))
	}
	fmt.Fprintf(s.Err, "deadlocklint: recorded in %s; next: deadlocklint confirm %s\n", own.Keep, own.Keep)
	if se.Failed {
		return command.Exit(report.ExitFailed)
	}
	return nil
}
