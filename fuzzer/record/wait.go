package record

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// grace is how long a program has after an interrupt that the terminal sent to
// it as well: a second one may keep it from ending in good order.
const grace = 3 * time.Second

// Record runs the target once with the recorder on and returns its exit status. When
// ctx ends, the program is interrupted; its events until then count.
func (t *Target) Record(ctx context.Context, dir string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	mode := boundary.ModeRecord
	if t.Explored != nil {
		mode |= boundary.ModeExplore
	}
	args := t.Args
	if t.events {
		args = slices.Concat([]string{TestEvents}, t.Args)
	}
	cmd := t.Command(context.WithoutCancel(ctx), args, boundary.EnvMode+"="+strconv.Itoa(mode), boundary.EnvDir+"="+dir, boundary.EnvTag+"="+t.ID)
	start := time.Now()
	code, err := wait(ctx, cmd, stdin, stdout, stderr, nil)
	if err != nil {
		return code, err
	}
	t.Took, t.Processor = time.Since(start), processorTime(cmd.ProcessState)
	t.Status = code
	if t.tee != nil {
		t.StdinSum = t.tee.end()
	}
	if t.Cut = ctx.Err() != nil; len(t.Prefix) == 0 {
		t.PID = cmd.Process.Pid
	}
	if err := t.Save(dir); err != nil {
		return max(code, 1), fmt.Errorf("cannot keep what is known of the recording: %w; free some space in %s and record again", err, dir)
	}
	return code, nil
}

// Wait runs a command to its end and returns its exit status: 128 plus the
// number of the signal that ended it, as shells do. Signals that the terminal
// sends to the whole group are left to the command.
func Wait(cmd *exec.Cmd, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	return wait(context.Background(), cmd, stdin, stdout, stderr, nil)
}

// WaitServed is Wait, and calls look with the usage of the command now and then.
func WaitServed(cmd *exec.Cmd, stdin io.Reader, stdout, stderr io.Writer, look func(now time.Time, u Usage)) (int, error) {
	return wait(context.Background(), cmd, stdin, stdout, stderr, look)
}

func wait(ctx context.Context, cmd *exec.Cmd, stdin io.Reader, stdout, stderr io.Writer, look func(now time.Time, u Usage)) (int, error) {
	out, err := Connect(cmd, stdout, stderr)
	if err != nil {
		return 1, err
	}
	cmd.Stdin = stdin
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGQUIT)
	defer signal.Stop(signals)
	DiesWithUs(cmd)
	err = cmd.Start()
	out.Started()
	if err == nil {
		err = attended(ctx, cmd, signals, look)
	}
	out.End()
	return status(cmd, err)
}

// attended waits for a command that was started.
func attended(ctx context.Context, cmd *exec.Cmd, signals <-chan os.Signal, look func(now time.Time, u Usage)) error {
	over := make(chan struct{})
	go attend(ctx, cmd.Process, signals, over)
	var looking sync.WaitGroup
	if look != nil {
		looking.Go(func() { looks(cmd.Process.Pid, look, over) })
	}
	err := cmd.Wait()
	close(over)
	looking.Wait()
	return err
}

// status is the exit status of a command that has ended so.
func status(cmd *exec.Cmd, err error) (int, error) {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			return 128 + int(ws.Signal()), nil
		}
		return exit.ExitCode(), nil
	case err != nil:
		return 1, fmt.Errorf("cannot run %s: %w; check that it can be executed here", cmd.Path, err)
	}
	return 0, nil
}

// attend passes on signals that only this process got: to end, and SIGQUIT, by
// which the go command asks a test that does not end for its stacks.
func attend(ctx context.Context, p *os.Process, signals <-chan os.Signal, over <-chan struct{}) {
	done := ctx.Done()
	var late, last <-chan time.Time
	for {
		select {
		case s := <-signals:
			if s == syscall.SIGQUIT {
				_ = p.Signal(s) // it may be over by now
			}
		case <-done:
			done, late = nil, time.After(grace)
		case <-late:
			_ = p.Signal(os.Interrupt) // it may be over by now
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				last = time.After(grace) // a program in the background ignores interrupts
			}
		case <-last:
			_ = p.Kill()
		case <-over:
			return
		}
	}
}

// lookEvery is the time between looks at a process.
const lookEvery = 100 * time.Millisecond

// looks tells the usage of a process until it is over.
func looks(pid int, look func(now time.Time, u Usage), over <-chan struct{}) {
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for {
		select {
		case now := <-ticks.C:
			look(now, UsageOf(pid))
		case <-over:
			return
		}
	}
}

// OpenStdin opens what the target read from its standard input when it was
// recorded, or returns nil.
func (t *Target) OpenStdin() (*os.File, error) {
	if t.Stdin == "" {
		return nil, nil
	}
	f, err := regular.Open(t.Stdin)
	if err != nil {
		return nil, fmt.Errorf("what the program read is gone: %w; record again", err)
	}
	return f, nil
}

// TeeStdin keeps the input that is read from r for later runs. The target reads it from the
// returned pipe, which the caller closes. With any other reader, os/exec would count the
// process as running until that reader is at its end.
func (t *Target) TeeStdin(dir string, r io.Reader) (*os.File, error) {
	t.Stdin = filepath.Join(dir, "stdin."+t.ID)
	kept, err := os.OpenFile(t.Stdin, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		if err = t.Save(dir); err != nil {
			_ = kept.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot keep the standard input for later runs: %w; free some space in %s", err, dir)
	}
	in, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	t.tee = &keptInput{file: kept, sum: sha256.New()}
	go func() {
		_, _ = io.Copy(out, io.TeeReader(r, t.tee)) // ends early when the program does
		out.Close()
	}()
	return in, nil
}

// A keptInput is the standard input of a target that is kept until the target ends.
type keptInput struct {
	mu   sync.Mutex
	file *os.File // nil when the target has ended
	sum  hash.Hash
}

// Write keeps the input that the target is about to read. Later input is not kept.
func (k *keptInput) Write(b []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file == nil {
		return len(b), nil
	}
	n, err := k.file.Write(b)
	k.sum.Write(b[:n])
	return n, err
}

// end returns the SHA-256 of the kept bytes.
func (k *keptInput) end() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.file.Close()
	k.file = nil
	return hex.EncodeToString(k.sum.Sum(nil))
}
