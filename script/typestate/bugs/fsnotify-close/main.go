// Command fsnotify-close closes a watcher in two goroutines.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

func main() {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		fail(err)
	}
	if err := w.Add(os.TempDir()); err != nil {
		fail(err)
	}
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		if err := w.Close(); err != nil {
			fail(err)
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	if err := w.Close(); err != nil {
		fail(err)
	}
	worker.Wait()
	fmt.Println("closed")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
