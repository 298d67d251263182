package run_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// oldStore is written for a Go without type parameters. With as many units as copies need, the right one, no copy waits.
const oldStore = `package main

import (
	"context"
	"sync"
	"time"

	sema "golang.org/x/sync/semaphore"
)

type store struct {
	buffers *sema.Weighted
	mu      sync.Mutex
	cond    *sync.Cond
	copies  int
}

func (s *store) copy(ctx context.Context) {
	for i := 0; i < 2; i++ {
		if s.buffers.Acquire(ctx, 1) == nil {
			defer s.buffers.Release(1)
		}
	}
	s.mu.Lock()
	s.copies++
	s.mu.Unlock()
	s.cond.Broadcast()
}

func main() {
	s := &store{buffers: sema.NewWeighted(UNITS)}
	s.cond = sync.NewCond(&s.mu)
	go s.copy(context.Background())
	go func() {
		time.Sleep(20 * time.Millisecond)
		s.copy(context.Background())
	}()
	s.mu.Lock()
	for s.copies < 2 {
		s.cond.Wait()
	}
	s.mu.Unlock()
}
`

// A module of any go line is built with conditions and semaphores made visible.
func TestOldLanguage(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"1.13", "1.17", "1.24"} {
		for units, status := range map[string]int{"2": report.ExitFindings, "4": report.ExitClean} {
			dir := moduletest.Unpack(t, "xsync_semaphore")
			moduletest.Write(t, dir, "go.mod", "module example.com/old\n\ngo "+line+"\n\nrequire golang.org/x/sync v0.20.0\n\nreplace golang.org/x/sync => ./xsync\n")
			moduletest.Write(t, dir, filepath.Join("xsync", "go.mod"), "module golang.org/x/sync\n\ngo "+line+"\n")
			moduletest.Write(t, dir, "main.go", strings.ReplaceAll(oldStore, "UNITS", units))
			i := invokeProgram(t, dir, "-static=false", ".")
			if i.status != status || !i.Complete || i.Stats.Conditions == nil || i.Stats.Conditions.Inferred != 1 {
				t.Errorf("go %s, %s units: status %d, want %d\n%s%s", line, units, i.status, status, i.errs, i.out)
			}
		}
	}
}
