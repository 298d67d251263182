package notary

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestCloseAfterTheFirstSignature(t *testing.T) {
	finish(t, func() {
		quick := WitnessFunc(func(context.Context, string) error { return nil })
		slow := WitnessFunc(func(ctx context.Context, _ string) error {
			<-ctx.Done()
			return ctx.Err()
		})
		p, err := NewPanel(1, slow, quick, slow)
		if err != nil {
			t.Error(err)
		}
		if err := p.Attest(context.Background(), "will"); err != nil {
			t.Error(err)
		}
		p.Close()
		p.Close()
		if err := p.Attest(context.Background(), "will"); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

func TestRefused(t *testing.T) {
	finish(t, func() {
		why := errors.New("no seal")
		no := WitnessFunc(func(context.Context, string) error { return why })
		p, _ := NewPanel(2, no, no, no)
		if err := p.Attest(context.Background(), "deed"); !errors.Is(err, ErrRefused) || !errors.Is(err, why) {
			t.Error(err)
		}
		p.Close()
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}
