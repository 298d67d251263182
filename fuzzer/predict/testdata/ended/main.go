// Command ended ends before its goroutines have acted.
package main

import (
	"os"
	"sync"
	"time"
)

var jobs = make(chan int)

func main() {
	switch os.Args[1] {
	case "send": // leaked send
		ch := make(chan int)
		go func() {
			time.Sleep(50 * time.Millisecond)
			ch <- 1
		}()
	case "send twin":
		ch := make(chan int, 1)
		go func() {
			time.Sleep(50 * time.Millisecond)
			ch <- 1
		}()
	case "exit": // leaked wgwait
		var wg sync.WaitGroup
		wg.Add(1)
		go wg.Wait()
		os.Exit(0)
	case "exit twin":
		var wg sync.WaitGroup
		wg.Add(1)
		go wg.Wait()
		go wg.Done()
		os.Exit(0)
	case "idle": // left-blocked recv
		go func() {
			for range jobs {
			}
		}()
		jobs <- 1
	case "idle twin":
		go func() {
			for range jobs {
			}
		}()
		jobs <- 1
		close(jobs)
	case "busy": // a process is not held longer than its time
		go func() {
			for {
			}
		}()
	case "moved": // it is blocked when main ends, and not for ever
		go func() { jobs <- 1 }()
		time.AfterFunc(20*time.Millisecond, func() { <-jobs })
	}
}
