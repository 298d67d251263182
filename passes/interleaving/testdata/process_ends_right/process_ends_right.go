// Package process_ends_right ends the process: nothing waits for ever.
package process_ends_right

import (
	"log"
	"net/http"
	"os"
	"runtime"
	"sync"
)

func Serve() {
	stop := make(chan bool)
	go func() {
		log.Fatal(http.ListenAndServe("localhost:0", nil))
	}()
	<-stop
}

func Finish() {
	stop := make(chan bool)
	go func() {
		println("all done")
		os.Exit(0)
	}()
	<-stop
}

// Leave ends the goroutine in front of what would come later, and unlocks.
func Leave() {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		defer close(done)
		mu.Lock()
		defer mu.Unlock()
		runtime.Goexit()
		<-make(chan int)
	}()
	<-done
	mu.Lock()
	mu.Unlock()
}

// Maybe ends the process on one way.
func Maybe(failed bool) {
	stop := make(chan bool)
	if failed {
		os.Exit(1)
	}
	go func() { stop <- true }()
	<-stop
}

func usage() {
	println("usage: serve ADDRESS")
	os.Exit(2)
}

// Called ends the process in a function that it calls.
func Called() {
	stop := make(chan bool)
	go usage()
	<-stop
}
