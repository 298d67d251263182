// Package call_fails has senders that nobody receives from when a call fails or a context ends.
package call_fails

import (
	"context"
	"os"
)

func Load(name string) (string, error) {
	text := make(chan string)
	go func() {
		b, _ := os.ReadFile(name)
		text <- string(b) // want `waits to send to text .*no goroutine is left`
	}()
	if _, err := os.Stat(name); err != nil {
		return "", err
	}
	return <-text, nil
}

func Ask(ctx context.Context, compute func() int) (int, error) {
	answer := make(chan int)
	go func() {
		answer <- compute() // want `waits to send to answer .*no goroutine is left`
	}()
	select {
	case n := <-answer:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
