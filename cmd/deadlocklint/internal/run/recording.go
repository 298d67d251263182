package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/stalls"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Confirm reads a recording and confirms what it predicts, or runs what a
// finding is in to confirm that one.
func Confirm(ctx context.Context, s command.Streams, args []string) error {
	if i := idAmong(args); i >= 0 {
		return runConfirmID(ctx, s, args[i], slices.Delete(slices.Clone(args), i, i+1))
	}
	return readRecording(ctx, s, args)
}

// readRecording is "deadlocklint confirm DIR".
func readRecording(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.ConfirmDir, args)
	if err != nil {
		return command.HelpOr("confirm", err)
	}
	if len(rest) != 1 {
		return command.Usage(errors.New("which recording? say deadlocklint confirm DIR with the directory of -keep, or deadlocklint confirm ID ./... with the id of a finding"))
	}
	dir, err := filepath.Abs(rest[0])
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return command.Usage(fmt.Errorf("%s is no directory; name one that -keep filled, or the id of a finding, all 16 digits of it", rest[0]))
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	se := session.OpenRecording(s, own, dir, wd)
	if err := se.OpenOutput(ctx); err != nil {
		return err
	}
	if own.Tries == 0 {
		se.ConfirmWith = "deadlocklint confirm " + rest[0]
	}
	defer se.Close()
	if own.Tries > 0 {
		if err := allowTargets(s.Err, rest[0], dir, own.Trust); err != nil {
			return err
		}
	}
	if own.Programs != "" {
		return stalls.Write(ctx, se, own.Programs)
	}
	return newPipeline(se).Finish(ctx)
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
