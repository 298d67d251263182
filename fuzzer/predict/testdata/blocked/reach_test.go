package blocked

import (
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

func TestKeptByTimer(t *testing.T) {
	b := newBox()
	time.AfterFunc(time.Hour, func() { b.ch <- 1 })
	go func() { <-b.ch }()
}

func TestKeptByTimerChannel(t *testing.T) {
	b := newBox()
	late := time.After(time.Hour)
	go func() {
		select {
		case <-b.ch:
		case <-late:
		}
	}()
}

func TestTicker(t *testing.T) {
	tick := time.NewTicker(time.Hour)
	go func() {
		for range tick.C {
		}
	}()
}

// want: leaked recv
func TestStoppedTicker(t *testing.T) {
	tick := time.NewTicker(time.Hour)
	tick.Stop()
	go func() {
		for range tick.C {
		}
	}()
}

var (
	global = make(chan int)
	mu     sync.Mutex
	hidden uintptr
	list   []uintptr
)

// want: left-blocked recv
func TestGlobal(t *testing.T) {
	go func() { <-global }()
}

// want: left-blocked send
func TestGlobalSend(t *testing.T) {
	go func() { global <- 1 }()
}

// want: left-blocked request
func TestGlobalLock(t *testing.T) {
	mu.Lock()
	go func() { mu.Lock() }()
}

func TestGlobalLockTwin(t *testing.T) {
	held := make(chan bool)
	go func() {
		mu.Lock()
		close(held)
		time.Sleep(time.Hour)
		mu.Unlock()
	}()
	<-held
	go func() { mu.Lock() }()
}

func TestGlobalUsed(t *testing.T) {
	go func() {
		for {
			global <- 1
			time.Sleep(time.Hour)
		}
	}()
	<-global
	go func() { <-global }()
}

// want: left-blocked send
func TestHidden(t *testing.T) {
	ch := make(chan int)
	hidden = *(*uintptr)(unsafe.Pointer(&ch))
	go func() { ch <- 1 }()
}

// want: left-blocked send
func TestHiddenDeep(t *testing.T) {
	ch := make(chan int)
	list = []uintptr{1, *(*uintptr)(unsafe.Pointer(&ch))}
	go func() { ch <- 1 }()
}

func TestKeptByRunning(t *testing.T) {
	b := newBox()
	go func() { <-b.ch }()
	go func() {
		time.Sleep(time.Hour)
		b.ch <- 1
	}()
}

func TestKeptBySpinning(t *testing.T) {
	b := newBox()
	go func() { <-b.ch }()
	go func() {
		for start := time.Now(); time.Since(start) < time.Hour; {
			runtime.Gosched()
		}
		b.ch <- 1
	}()
}

// want: leaked recv
// want: leaked send
func TestKeptByLeaked(t *testing.T) {
	a, b := newBox(), newBox()
	go func() { <-b.ch }()
	go func() {
		a.ch <- 1
		b.ch <- 1
	}()
}

type handle struct{ *box }

func TestKeptByFinalizer(t *testing.T) {
	h := &handle{newBox()}
	b := h.box
	runtime.SetFinalizer(h, func(h *handle) { close(h.ch) })
	go func() { <-b.ch }()
}

func TestKeptByCleanup(t *testing.T) {
	h := &handle{newBox()}
	b := h.box
	runtime.AddCleanup(h, func(b *box) { close(b.ch) }, b)
	go func() { <-b.ch }()
}

func TestSignals(t *testing.T) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGUSR1)
	go func() { <-ch }()
}

// want: leaked recv
func TestSignalsStopped(t *testing.T) {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, syscall.SIGUSR1)
	signal.Stop(ch)
	go func() { <-ch }()
}

// TestHeartbeat leaves one deadlock of two goroutines.
//
// want: leaked request
func TestHeartbeat(t *testing.T) {
	tick := time.NewTicker(time.Millisecond)
	go func() {
		for range tick.C {
		}
	}()
	var a, b sync.Mutex
	first, second := make(chan bool), make(chan bool)
	go func() {
		a.Lock()
		close(first)
		<-second
		b.Lock()
	}()
	go func() {
		b.Lock()
		close(second)
		<-first
		a.Lock()
	}()
}
