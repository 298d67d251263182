package m

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a, b sync.Mutex
		var wg sync.WaitGroup
		wg.Add(2)
		go func() { defer wg.Done(); both(&a, &b) }()
		go func() { defer wg.Done(); both(&b, &a) }()
		wg.Wait()
	})
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
