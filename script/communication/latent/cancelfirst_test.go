package latent

import (
	"context"
	"sync"
	"testing"
)

// ticker sends numbers until its context ends. The channel of the context is asked for when
// the first number is sent.
func ticker(ctx context.Context, out chan<- int) {
	out <- 0
	for i := 1; ; i++ {
		select {
		case out <- i:
		case <-ctx.Done():
			close(out)
			return
		}
	}
}

// TestCancelFirst: the reader stops with the context. When it stops before the first number
// the sender waits for ever, before its first look at the context.
func TestCancelFirst(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		ticker(ctx, out)
	}()
	sum := 0
	go func() {
		defer wg.Done()
		for ctx.Err() == nil {
			v, ok := <-out
			if !ok {
				return
			}
			sum += v
		}
	}()
	for n := range 3_000_000 {
		_ = n
	}
	cancel()
	wg.Wait()
	if sum < 0 {
		t.Fatal(sum)
	}
}
