// Command prog crosses.
package main

import (
	"sync"

	"example.com/effects"
)

// again is called by nobody.
func again(mu *sync.Mutex) {
	mu.Lock()
	mu.Lock()
}

var never = false

func main() {
	if never {
		again(new(sync.Mutex))
	}
	effects.Cross()
}
