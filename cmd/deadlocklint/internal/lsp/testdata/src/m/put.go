package m

import (
	"sync"

	"example.com/m/store"
)

var mu sync.Mutex

func Put(v int) { mu.Lock(); defer mu.Unlock(); store.Add(v) }
func Drain()    { store.Mu.Lock(); defer store.Mu.Unlock(); mu.Lock(); defer mu.Unlock() }
