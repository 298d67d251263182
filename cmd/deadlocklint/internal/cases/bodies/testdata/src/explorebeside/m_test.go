package m

import (
	"runtime"
	"sync"
	"testing"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func TestFinalizer(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	func() {
		p := new([64]byte)
		runtime.SetFinalizer(p, func(*[64]byte) { both(&b, &a); close(done) })
	}()
	runtime.GC()
	both(&a, &b)
	<-done
}

func TestAllWell(t *testing.T) {
	done := make(chan bool)
	go close(done)
	<-done
}
