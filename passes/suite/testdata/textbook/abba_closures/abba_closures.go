// Command abba_closures takes local locks in opposite orders in two closures.
package main

import "sync"

func main() {
	var in, out sync.Mutex
	var wg sync.WaitGroup
	n := 0
	wg.Add(2)
	go func() {
		defer wg.Done()
		in.Lock()
		defer in.Unlock()
		out.Lock() // want lockorder
		defer out.Unlock()
		n++
	}()
	go func() {
		defer wg.Done()
		out.Lock()
		defer out.Unlock()
		in.Lock()
		defer in.Unlock()
		n++
	}()
	wg.Wait()
}
