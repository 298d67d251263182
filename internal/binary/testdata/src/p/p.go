package p

import "sync"

func f() {
	var x, y sync.Mutex
	use(&x, &y)
}

func g() {
	var n int32
	var big sync.RWMutex
	var on bool
	var mu sync.Mutex
	use(&n, &big, &on, &mu)
}

func alone() {
	var mu sync.Mutex
	use(&mu)
}

func use(...any) {}
