// Package apart_right has functions with both orders, as apart_shown has, that no two goroutines do at once. A go statement of an init
// starts one goroutine, and a WaitGroup keeps two of them apart.
package apart_right

import "sync"

var first, second sync.Mutex

func both() {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
	second.Lock()
	first.Lock()
	first.Unlock()
	second.Unlock()
}

func init() {
	go both()
}

var third, fourth sync.Mutex

func again() {
	third.Lock()
	fourth.Lock()
	fourth.Unlock()
	third.Unlock()
	fourth.Lock()
	third.Lock()
	third.Unlock()
	fourth.Unlock()
}

func init() {
	var wg sync.WaitGroup
	work := func() {
		defer wg.Done()
		again()
	}
	for range 2 {
		wg.Add(1)
		go work()
		wg.Wait()
	}
}
