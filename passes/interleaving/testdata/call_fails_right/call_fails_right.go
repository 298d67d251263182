// Package call_fails_right has senders that end, whether a call fails or not.
package call_fails_right

import (
	"bytes"
	"context"
	"os"
)

func Load(name string) (string, error) {
	text := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(name)
		text <- string(b)
	}()
	if _, err := os.Stat(name); err != nil {
		return "", err
	}
	return <-text, nil
}

// Twice asks again what it has asked before the goroutine was started.
func Twice(name string) (string, error) {
	if _, err := os.Stat(name); err != nil {
		return "", err
	}
	text := make(chan string)
	go func() { text <- name }()
	if _, err := os.Stat(name); err != nil {
		return "", err
	}
	return <-text, nil
}

// Same tests one error in both goroutines.
func Same(name string) string {
	_, err := os.Stat(name)
	text := make(chan string)
	go func() {
		if err == nil {
			text <- name
		}
	}()
	if err != nil {
		return ""
	}
	return <-text
}

// Write gets an error that is always nil.
func Write(b *bytes.Buffer) (string, error) {
	text := make(chan string)
	go func() { text <- "text" }()
	if _, err := b.WriteString("a"); err != nil {
		return "", err
	}
	return <-text, nil
}

func Ask(ctx context.Context, compute func() int) (int, error) {
	answer := make(chan int)
	go func() {
		select {
		case answer <- compute():
		case <-ctx.Done():
		}
	}()
	select {
	case n := <-answer:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
