// Command abba_channel_fewer waits for one of two goroutines, by one channel.
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
	done := make(chan bool)
	go func() { ab(); done <- true }()
	go func() { done <- true }()
	<-done
	ba()
	<-done
}
