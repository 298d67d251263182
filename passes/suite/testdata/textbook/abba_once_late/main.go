// Command abba_once_late takes one order in a Once, and the other one before a Do of it.
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

var once sync.Once

func main() {
	var group sync.WaitGroup
	for range 2 {
		group.Add(1)
		go func() { defer group.Done(); ba(); once.Do(ab) }()
	}
	group.Wait()
}
