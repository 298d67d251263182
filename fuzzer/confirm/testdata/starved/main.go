// Command starved takes two locks in both orders. Between them the process gets no processor for
// a second: another process stops it, as a busy machine does.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

var a, b sync.Mutex

func main() {
	var both sync.WaitGroup
	both.Add(2)
	go func() {
		defer both.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		defer both.Done()
		starve()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
	both.Wait()
}

// starve returns when the process has been stopped, and has run for a while behind that.
func starve() {
	stop := exec.Command("sh", "-c", fmt.Sprintf("kill -STOP %d; sleep 1; kill -CONT %[1]d", os.Getpid()))
	last := time.Now()
	if err := stop.Start(); err != nil {
		panic(err)
	}
	for now := last; now.Sub(last) < time.Second/2; {
		last, now = now, time.Now()
	}
	for range 100_000 { // each reads the clock, which takes some tens of nanoseconds
		time.Now()
	}
	_ = stop.Wait() // a shell that cannot stop this process is seen above
}
