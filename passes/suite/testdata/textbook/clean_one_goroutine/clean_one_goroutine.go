// Command clean_one_goroutine takes both orders, one after the other.
package main

import "sync"

var (
	a, b sync.Mutex
	n    int
)

func forth() {
	a.Lock()
	defer a.Unlock()
	b.Lock()
	defer b.Unlock()
	n++
}

func back() {
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
	n--
}

func main() {
	forth()
	back()
}
