package plan

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"
	"time"
)

var errBuild = errors.New("does not build")

func TestStepAfterAFailure(t *testing.T) {
	finish(t, func() {
		var p Plan
		p.Add("lint", nil)
		p.Add("build", func(context.Context) error { return errBuild }, "lint", "lint")
		p.Add("test", nil, "build")
		p.Add("deploy", nil, "lint", "test")
		report, err := p.Run(context.Background())
		want := map[string]Status{"lint": Passed, "build": Failed, "test": Skipped, "deploy": Skipped}
		if !errors.Is(err, errBuild) || !maps.Equal(report, want) {
			t.Error(report, err)
		}
	})
}

func TestAdd(t *testing.T) {
	finish(t, func() {
		var p Plan
		if report, err := p.Run(context.Background()); len(report) != 0 || err != nil {
			t.Error(report, err)
		}
		if err := p.Add("a", nil, "a"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		p.Add("a", nil)
		if err := p.Add("a", nil); !errors.Is(err, ErrDuplicate) {
			t.Error(err)
		}
	})
}

func TestContextEnds(t *testing.T) {
	finish(t, func() {
		ctx, cancel := context.WithCancel(context.Background())
		var p Plan
		p.Add("a", func(ctx context.Context) error { cancel(); return nil })
		p.Add("b", nil, "a")
		var wg sync.WaitGroup
		for range 3 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if report, err := p.Run(ctx); report["b"] != Skipped || err != nil {
					t.Error(report, err)
				}
			}()
		}
		wg.Wait()
	})
}

// finish fails the test when fn has not returned after three seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		t.Fatal("hangs")
	}
}
