// Command clean_worker leaves both orders to one goroutine.
package main

import "sync"

var a, b sync.Mutex

func ab() {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func ba() {
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

func main() {
	jobs := make(chan func())
	done := make(chan bool)
	go func() {
		for job := range jobs {
			job()
		}
		close(done)
	}()
	jobs <- ab
	jobs <- ba
	close(jobs)
	<-done
}
