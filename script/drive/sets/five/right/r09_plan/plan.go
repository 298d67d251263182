// Package plan runs the steps of a build, each as soon as the steps that it needs have passed.
//
// All methods may be called from several goroutines.
package plan

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Errors that those of Add wrap.
var (
	ErrDuplicate = errors.New("step exists")
	ErrUnknown   = errors.New("needs an unknown step")
)

// A Status is how a step ended.
type Status string

// The ways in which a step ends. It is skipped when a step that it needs has not passed, or when the
// context has ended before it could begin.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// A step is not changed once it was added.
type step struct {
	name  string
	needs []string
	run   func(context.Context) error
}

// A Plan has steps. Its zero value has none.
type Plan struct {
	mu    sync.Mutex
	steps []*step
	names map[string]bool
}

// Add adds a step that needs others. They must have been added before, so that steps do not wait
// in a circle. A step without a function passes. The function must end when its context does.
func (p *Plan) Add(name string, run func(context.Context) error, needs ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names[name] {
		return fmt.Errorf("add %q: %w", name, ErrDuplicate)
	}
	for _, need := range needs {
		if !p.names[need] {
			return fmt.Errorf("add %q: %w: %q", name, ErrUnknown, need)
		}
	}
	if p.names == nil {
		p.names = make(map[string]bool)
	}
	p.names[name] = true
	p.steps = append(p.steps, &step{name, append([]string(nil), needs...), run})
	return nil
}

// A state is that of a step in a run. Its status may be read when done is closed.
type state struct {
	done   chan struct{}
	status Status
	err    error
}

// Run runs all steps that were added before it, and returns how they ended with their errors. Each
// Run is one of its own, so several may be under way.
func (p *Plan) Run(ctx context.Context) (map[string]Status, error) {
	p.mu.Lock()
	steps := p.steps[:len(p.steps):len(p.steps)]
	p.mu.Unlock()

	states := make(map[string]*state, len(steps))
	for _, s := range steps {
		states[s.name] = &state{done: make(chan struct{}), status: Skipped}
	}
	var wg sync.WaitGroup
	for _, s := range steps {
		wg.Add(1)
		go func() {
			defer wg.Done()
			st := states[s.name]
			defer close(st.done)
			if !ready(ctx, s, states) {
				return
			}
			st.status, st.err = s.do(ctx)
		}()
	}
	wg.Wait()

	report := make(map[string]Status, len(steps))
	var errs []error
	for _, s := range steps {
		report[s.name] = states[s.name].status
		errs = append(errs, states[s.name].err)
	}
	return report, errors.Join(errs...)
}

// ready waits for the steps that one needs, and tells whether it may begin.
func ready(ctx context.Context, s *step, states map[string]*state) bool {
	for _, need := range s.needs {
		<-states[need].done
		if states[need].status != Passed {
			return false
		}
	}
	return ctx.Err() == nil
}

// do runs the function of a step.
func (s *step) do(ctx context.Context) (Status, error) {
	if s.run == nil {
		return Passed, nil
	}
	if err := s.run(ctx); err != nil {
		return Failed, fmt.Errorf("step %q: %w", s.name, err)
	}
	return Passed, nil
}
