package none

import "sync"

var mu sync.Mutex

func Twice() {
	mu.Lock()
	mu.Lock()
	mu.Unlock()
	mu.Unlock()
}
