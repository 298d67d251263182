// Command logr-flush shuts a logging engine down while a worker flushes it.
package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattermost/logr"
	"github.com/mattermost/logr/format"
	"github.com/mattermost/logr/target"
)

func main() {
	engine := &logr.Logr{}
	filter := &logr.StdFilter{Lvl: logr.Warn}
	if err := engine.AddTarget(target.NewWriterTarget(filter, &format.Plain{}, io.Discard, 100)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	log := engine.NewLogger()
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		log.Error("message")
		_ = engine.Flush()
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	_ = engine.Shutdown()
	worker.Wait()
	fmt.Println("shut down")
}
