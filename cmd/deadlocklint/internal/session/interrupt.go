package session

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// interruptFile tells the processes below the go command of an interrupt. It does not pass one on, and only a
// terminal sends it to all processes.
const interruptFile = "interrupted"

// interruptLook is how often such a process looks for the file.
const interruptLook = 100 * time.Millisecond

// tellInterrupt tells those processes. Without the file they end by their own limits.
func (se *Session) tellInterrupt() {
	_ = os.WriteFile(filepath.Join(se.Dir, interruptFile), nil, 0o600)
}

// untilInterrupt is a context that is over when the session was interrupted.
func untilInterrupt(ctx context.Context, dir string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticks := time.NewTicker(interruptLook)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				if _, err := os.Stat(filepath.Join(dir, interruptFile)); err == nil {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}
