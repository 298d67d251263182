package store

import "sync"

var Mu sync.Mutex

var values []int

func Add(v int) {
	Mu.Lock()
	defer Mu.Unlock()
	values = append(values, v)
}
