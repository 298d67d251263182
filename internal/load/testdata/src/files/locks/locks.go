package locks

import "sync"

var mu sync.Mutex

func F() { mu.Lock() }
