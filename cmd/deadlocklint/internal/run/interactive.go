package run

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// dialogHelp lists the commands of an interactive exploration.
const dialogHelp = `  NUMBER   this goroutine goes on
  s        step: the goroutine with the star goes on; so does an empty line
  b        back to the choice before
  l        the locks: their holders and waiters
  c        continue to the end of the run, and report
  q        quit
`

// interact is "deadlocklint explore -i": a person chooses the goroutine that is next
// (Simsa, Gibson, Bryant: dBug, 2011, has the choices of its arbiter typed in).
func interact(ctx context.Context, s command.Streams, p *testflags.CommandLine) error {
	p.NoCondvar, p.NoStatic, p.Tries, p.Time = true, true, 0, session.DefaultTime
	pl, err := testPipeline(ctx, s, p)
	if err != nil {
		return err
	}
	defer pl.Close()
	pl.Explore = &explorer.Options{}
	if err := pl.PrepareTests(p); err != nil {
		return err
	}
	t, sched, err := pl.SingleTest(ctx, p)
	if err != nil {
		return err
	}
	sched.Choices.Seed, sched.Choices.Fresh, sched.Choices.Now = p.Seed, true, time.Now().UTC().Truncate(24*time.Hour).Unix()
	d := &dialog{pl: pl, target: t, sched: sched, in: bufio.NewScanner(s.In), out: s.Out}
	return d.run(ctx)
}

// A dialog is an interactive exploration of one test. Its state is the choices so far: each
// command makes them again, in a process of its own, and so does a step back.
type dialog struct {
	pl     *pipeline
	target *record.Target
	sched  *schedule.Schedule // with the choices so far
	in     *bufio.Scanner
	out    io.Writer
	before []int // lengths of the choices before each command
	n      int   // processes
	at     *standing
}

// run reads commands until one of them ends the dialog.
func (d *dialog) run(ctx context.Context) error {
	if err := d.make(ctx); err != nil {
		return err
	}
	d.pl.Progress.Done()
	fmt.Fprint(d.out, dialogHelp)
	d.tell()
	for {
		fmt.Fprint(d.out, "> ")
		if more, err := d.read(ctx); !more {
			fmt.Fprintln(d.out)
			return err
		}
		switch word := strings.TrimSpace(d.in.Text()); word {
		case "q":
			return nil
		case "c":
			return d.finish(ctx)
		case "l":
			if err := d.tellLocks(); err != nil {
				return err
			}
		case "b":
			if err := d.back(ctx); err != nil {
				return err
			}
		default:
			k, ok := d.chosen(word)
			if !ok {
				fmt.Fprint(d.out, dialogHelp)
				continue
			}
			if err := d.step(ctx, k); err != nil {
				return err
			}
		}
	}
}

// read waits for a line, or for an interrupt.
func (d *dialog) read(ctx context.Context) (more bool, err error) {
	came := make(chan bool, 1)
	go func() { came <- d.in.Scan() }()
	select {
	case more = <-came:
		return more, d.in.Err()
	case <-ctx.Done(): // the process ends, and the goroutine with it
		return false, ctx.Err()
	}
}

// chosen is the option that a command names. ok is false for another command, and where
// there is no choice.
func (d *dialog) chosen(word string) (k int, ok bool) {
	if d.at.decision == nil {
		return 0, false
	}
	if word == "" || word == "s" {
		return d.at.usual(), true
	}
	n, err := strconv.Atoi(word)
	return n - 1, err == nil && n >= 1 && n <= len(d.at.decision.Options)
}

// step lets an option go on.
func (d *dialog) step(ctx context.Context, k int) error {
	d.before = append(d.before, len(d.sched.Choices.Steps))
	made := d.at.run.Steps[:d.at.decision.At]
	d.sched.Choices.Steps = append(append([]explorer.Step(nil), made...), d.at.decision.Options[k].Step)
	from := len(made)
	if err := d.make(ctx); err != nil {
		return err
	}
	d.tellSteps(from)
	d.tell()
	return nil
}

// back makes the choices before the last command again.
func (d *dialog) back(ctx context.Context) error {
	if len(d.before) == 0 {
		fmt.Fprintln(d.out, "this is the first choice")
		return nil
	}
	last := len(d.before) - 1
	d.sched.Choices.Steps, d.before = d.sched.Choices.Steps[:d.before[last]], d.before[:last]
	if err := d.make(ctx); err != nil {
		return err
	}
	d.tell()
	return nil
}

// make makes the choices so far, and stands at the next decision.
func (d *dialog) make(ctx context.Context) error {
	if d.at != nil {
		_ = os.RemoveAll(d.at.dir) // the session removes what is left
	}
	d.n++
	dir := filepath.Join(d.pl.Dir, fmt.Sprintf("choice.%d", d.n))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot explore %s: %w; free some space or set TMPDIR", d.sched.Choices.Test, err)
	}
	e, err := d.sched.Choices.Ending(filepath.Join(dir, "choices"))
	if err != nil {
		return err
	}
	e.End = boundary.Done
	decision, seen, err := explorer.NextDecision(ctx, d.target, dir, d.sched.Choices.Test, e, len(d.sched.Choices.Steps))
	if err != nil {
		return err
	}
	if seen.Differs != "" {
		return fmt.Errorf("%s went another way than before: %s; what it takes from outside may differ, so explore it without -i", d.sched.Choices.Test, seen.Differs)
	}
	d.at, err = d.pl.stand(dir, seen, decision)
	return err
}

// finish makes the run to its end, and reports the observed errors, apart from errors that other
// choices may bring.
func (d *dialog) finish(ctx context.Context) error {
	seen, err := d.pl.RepeatBuilt(ctx, d.target, d.sched)
	if err != nil {
		return err
	}
	return d.pl.finishReplay(ctx, d.sched, seen)
}
