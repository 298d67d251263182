package main

import (
	"fmt"
	"os"
	"time"
)

// The watcher looks for ever, and a listener waits for ever: both end with main.
func main() {
	f := &Feed{}
	f.Open()
	go func() {
		for {
			time.Sleep(time.Millisecond)
			_ = f.Next()
		}
	}()
	never := make(chan string)
	go func() { fmt.Println(<-never) }()
	done := make(chan error, 1)
	go func() { done <- f.Publish("a") }()
	time.Sleep(10 * time.Millisecond)
	if err := <-done; err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
