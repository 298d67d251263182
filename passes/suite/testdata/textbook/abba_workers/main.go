// Command abba_workers leaves both orders to two goroutines.
package main

import "sync"

var a, b sync.Mutex

func ab() {
	a.Lock()
	b.Lock() // want lockorder
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
	var group sync.WaitGroup
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			for job := range jobs {
				job()
			}
		}()
	}
	jobs <- ab
	jobs <- ba
	close(jobs)
	group.Wait()
}
