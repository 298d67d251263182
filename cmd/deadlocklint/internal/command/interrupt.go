package command

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Interruptible returns a context that the first interrupt cancels, so that the command tells what it
// has found. The second interrupt ends the processes below this one, does what [AtInterrupt] has named, and calls exit.
func Interruptible(exit func(status int)) (context.Context, context.CancelFunc) {
	s := &signals{exit: exit}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), signalsKey{}, s))
	s.cancel = cancel
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range caught {
			s.next()
		}
	}()
	return ctx, func() { signal.Stop(caught); cancel() }
}

// InterruptedAgain returns a context that the next interrupt cancels, when the one before was meant for
// the program that a command has run.
func InterruptedAgain(ctx context.Context) (context.Context, context.CancelFunc) {
	s, ok := ctx.Value(signalsKey{}).(*signals)
	ctx = context.WithoutCancel(ctx)
	if !ok {
		return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel = cancel
	return ctx, cancel
}

type signalsKey struct{}

// signals knows the consequence of the next interrupt.
type signals struct {
	mu     sync.Mutex
	cancel context.CancelFunc // nil when the next interrupt ends the process
	exit   func(status int)
	before []func() // exit
}

// AtInterrupt names a step before an exit by a second interrupt, as the removal of temporary files.
func AtInterrupt(ctx context.Context, step func()) {
	if s, ok := ctx.Value(signalsKey{}).(*signals); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.before = append(s.before, step)
	}
}

// next takes an interrupt.
func (s *signals) next() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		killBelow(os.Getpid())
		for _, step := range s.before {
			step()
		}
		s.exit(report.ExitFailed)
		return
	}
	s.cancel()
	s.cancel = nil
}
