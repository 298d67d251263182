// Package abba_globals takes package-level locks in opposite orders.
package abba_globals

import "sync"

var (
	users    sync.Mutex
	sessions sync.Mutex
	count    int
)

func Login() {
	users.Lock()
	defer users.Unlock()
	sessions.Lock() // want lockorder
	count++
	sessions.Unlock()
}

func Expire() {
	sessions.Lock()
	defer sessions.Unlock()
	users.Lock()
	count--
	users.Unlock()
}
