// Package wait_without_lock_right holds the lock, itself or by its callers.
package wait_without_lock_right

import "sync"

// Gate waits for reading: the lock of its Cond is an RLocker.
type Gate struct {
	mu   sync.RWMutex
	cond *sync.Cond
	open bool
}

func New() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(g.mu.RLocker())
	return g
}

func (g *Gate) Wait() {
	g.mu.RLock()
	defer g.mu.RUnlock()
	g.waitLocked()
}

func (g *Gate) waitLocked() {
	for !g.open {
		g.cond.Wait()
	}
}

// Locker locks through the Cond.
func (g *Gate) Locker() {
	g.cond.L.Lock()
	for !g.open {
		g.cond.Wait()
	}
	g.cond.L.Unlock()
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
	g.cond.Broadcast()
}

// Within hands its lock to a goroutine that waits, and takes it back from there.
func (g *Gate) Within(stop <-chan struct{}) bool {
	g.mu.RLock()
	for !g.open {
		woken := make(chan struct{}, 1)
		go func() {
			g.cond.Wait()
			woken <- struct{}{}
		}()
		select {
		case <-stop:
			go func() {
				<-woken
				g.mu.RUnlock()
			}()
			return false
		case <-woken:
		}
	}
	g.mu.RUnlock()
	return true
}

var steps = map[string]func(*Gate){
	"opened": func(g *Gate) { g.waitLocked2() },
}

func (g *Gate) waitLocked2() {
	for !g.open {
		g.cond.Wait()
	}
}

// Step calls what is in the table with the lock.
func (g *Gate) Step(name string) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	steps[name](g)
}

// Told waits with the lock that it takes, or with that of who says so.
func (g *Gate) Told(locked bool) {
	if !locked {
		g.mu.RLock()
		defer g.mu.RUnlock()
	}
	for !g.open {
		g.cond.Wait()
	}
}

var waits = map[string]func(g *Gate, locked bool){"told": (*Gate).Told}

// A Reader and a Writer wait in one function, each with its own lock, which their callers take.
type Reader struct {
	mu   sync.Mutex
	cond sync.Cond
	at   int
}

func NewReader() *Reader {
	r := &Reader{}
	r.cond.L = &r.mu
	return r
}

func (r *Reader) Read(at int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read(at)
}

func (r *Reader) read(at int) { inTurn(&r.cond, &r.at, at) }

type Writer struct {
	mu   sync.Mutex
	cond sync.Cond
	at   int
}

func NewWriter() *Writer {
	w := &Writer{}
	w.cond.L = &w.mu
	return w
}

func (w *Writer) Write(at int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.write(at)
}

func (w *Writer) write(at int) { inTurn(&w.cond, &w.at, at) }

func inTurn(cond *sync.Cond, at *int, want int) {
	for *at != want {
		cond.Wait()
	}
	*at++
	cond.Broadcast()
}
