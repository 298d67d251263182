// Command clean_once_first has one order behind it, by a Once, before it takes the other one.
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

var once sync.Once

func main() {
	once.Do(ab)
	var group sync.WaitGroup
	for range 2 {
		group.Add(1)
		go func() { defer group.Done(); once.Do(ab); ba() }()
	}
	group.Wait()
}
