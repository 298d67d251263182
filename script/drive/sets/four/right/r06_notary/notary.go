// Package notary has documents signed by enough witnesses of a panel.
package notary

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrClosed is returned once the panel is closed.
var ErrClosed = errors.New("panel is closed")

// ErrRefused is wrapped by the error for a document that too many witnesses refused.
var ErrRefused = errors.New("document is refused")

// A Witness signs a document or says why not. Sign may be called from several goroutines. It
// returns soon after its context is done, and it must not close the panel.
type Witness interface {
	Sign(ctx context.Context, document string) error
}

// WitnessFunc is a function that is a Witness.
type WitnessFunc func(ctx context.Context, document string) error

// Sign calls the function.
func (fn WitnessFunc) Sign(ctx context.Context, document string) error { return fn(ctx, document) }

// A Panel is a group of witnesses. NewPanel makes one, and Close ends it. All methods may be called
// from several goroutines.
type Panel struct {
	need      int
	witnesses []Witness
	life      context.Context
	end       context.CancelFunc

	mu      sync.Mutex
	closed  bool
	signing sync.WaitGroup
}

// NewPanel returns a panel of which so many witnesses must sign. These are one at least and not
// more than there are. No witness may be nil.
func NewPanel(need int, witnesses ...Witness) (*Panel, error) {
	if need < 1 || need > len(witnesses) {
		return nil, fmt.Errorf("%d signatures from %d witnesses", need, len(witnesses))
	}
	for i, w := range witnesses {
		if w == nil {
			return nil, fmt.Errorf("witness %d is nil", i)
		}
	}
	p := &Panel{need: need, witnesses: slices.Clone(witnesses)}
	p.life, p.end = context.WithCancel(context.Background())
	return p, nil
}

// Attest asks all witnesses at the same time. It returns as soon as enough of them have signed, or
// have refused, or the context is done. The others need not be waited for: their context is done
// then.
func (p *Panel) Attest(ctx context.Context, document string) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return ErrClosed
	}
	p.signing.Add(len(p.witnesses))
	p.mu.Unlock()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(p.life, func() { cancel(ErrClosed) })()

	answers := make(chan error, len(p.witnesses))
	for _, w := range p.witnesses {
		go func() {
			defer p.signing.Done()
			answers <- w.Sign(ctx, document)
		}()
	}
	signed := 0
	refused := []error{ErrRefused}
	for signed < p.need {
		select {
		case err := <-answers:
			if err == nil {
				signed++
				continue
			}
			refused = append(refused, err)
			if len(refused)-1 > len(p.witnesses)-p.need {
				return errors.Join(refused...)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// Close ends the calls of Attest that are under way with ErrClosed. It returns when no witness
// is busy any more, and may be called more than once.
func (p *Panel) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.end()
	p.signing.Wait()
}
