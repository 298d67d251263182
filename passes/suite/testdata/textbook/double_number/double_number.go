// Package double_number passes the address of another object on as a number.
package double_number

import (
	"sync"
	"sync/atomic"
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

// wait passes the number of another object.
func wait(l *library, addr, other uintptr) {
	n := (*note)(unsafe.Pointer(addr))
	n.fired.Lock()
	l.onUnlock(other)
	n.fired.Lock() // want doublelock
	n.fired.Unlock()
}

var last unsafe.Pointer

// publish stores the address. An atomic operation calls nothing that could unlock.
func publish(n *note) {
	n.mu.Lock()
	atomic.StorePointer(&last, unsafe.Pointer(n))
	n.mu.Lock() // want doublelock
	n.mu.Unlock()
}
