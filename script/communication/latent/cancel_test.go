package latent

import (
	"context"
	"strings"
	"sync"
	"testing"
)

// split makes words of lines until the context ends.
func split(ctx context.Context, lines []string) <-chan string {
	words := make(chan string)
	go func() {
		defer close(words)
		for _, line := range lines {
			for _, w := range strings.Fields(line) {
				select {
				case words <- w:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return words
}

// lengths counts the letters of words.
func lengths(ctx context.Context, words <-chan string, wg *sync.WaitGroup) <-chan int {
	out := make(chan int)
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer close(out)
		for w := range words {
			out <- len(w)
		}
	}()
	return out
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	counts := lengths(ctx, split(ctx, []string{"a few words", "and some more"}), &wg)
	watch := make(chan struct{})
	go func() { // the user presses a key, most often much later
		defer close(watch)
		for i := range 2_000_000 {
			_ = i
		}
		cancel()
	}()
	total := 0
loop:
	for {
		select {
		case n, ok := <-counts:
			if !ok {
				break loop
			}
			total += n
		case <-ctx.Done():
			break loop
		}
	}
	wg.Wait()
	<-watch
	if total > 21 {
		t.Fatalf("total %d", total)
	}
}
