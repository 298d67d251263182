// Package clean_number passes the address of an object on as a number, by which a callback releases the lock in it.
package clean_number

import (
	"sync"
	"unsafe"
)

type note struct {
	mu    sync.Mutex
	fired sync.Mutex
	calls int
}

// library keeps numbers, as code in another language does.
type library struct{ notes []uintptr }

func (l *library) onUnlock(addr uintptr) { l.notes = append(l.notes, addr) }

func (l *library) fire() {
	for _, addr := range l.notes {
		release(addr)
	}
}

func release(addr uintptr) {
	n := (*note)(unsafe.Pointer(addr))
	n.mu.Lock()
	n.calls++
	n.mu.Unlock()
	n.fired.Unlock()
}

func wait(l *library, addr uintptr) {
	n := (*note)(unsafe.Pointer(addr))
	n.fired.Lock()
	l.onUnlock(addr)
	n.fired.Lock()
	n.fired.Unlock()
}
