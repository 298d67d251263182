// Command clean_channel_again waits for each of two goroutines, by one channel.
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
	done := make(chan bool)
	go func() { ab(); done <- true }()
	<-done
	go func() { ba(); done <- true }()
	<-done
}
