// Package ends has a function that ends the process, and one that hangs.
package ends

import (
	"os"
	"sync"
)

// Fail ends the program.
func Fail() { os.Exit(1) }

var mu sync.Mutex

// Twice locks twice.
func Twice() {
	mu.Lock()
	defer mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
}
