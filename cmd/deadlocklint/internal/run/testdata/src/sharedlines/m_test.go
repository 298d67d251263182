package m

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type lock struct{ mu sync.Mutex }

type store struct {
	mu    sync.Mutex
	keys  map[string]*lock
	audit sync.Mutex
	over  atomic.Bool
}

func (s *store) of(key string) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys[key] == nil {
		s.keys[key] = new(lock)
	}
	return &s.keys[key].mu
}

func (s *store) from() *sync.Mutex { return s.of("from") }
func (s *store) to() *sync.Mutex   { return s.of("to") }

func both(first, second func() *sync.Mutex) {
	a := first()
	a.Lock()
	defer a.Unlock()
	b := second()
	b.Lock()
	defer b.Unlock()
}

func (s *store) forth() {
	both(s.from, s.to)
	s.over.Store(true)
}

func (s *store) back() {
	time.Sleep(50 * time.Millisecond)
	for waits && !s.over.Load() {
		time.Sleep(time.Millisecond)
	}
	s.to()
	s.audit.Lock()
	defer s.audit.Unlock()
	time.Sleep(100 * time.Millisecond)
	both(s.to, s.from)
}

type cache struct{ index, data sync.Mutex }

func (c *cache) theIndex() *sync.Mutex { return &c.index }
func (c *cache) theData() *sync.Mutex  { return &c.data }
func (c *cache) forth()                { both(c.theIndex, c.theData) }

func (c *cache) back() {
	time.Sleep(10 * time.Millisecond)
	both(c.theData, c.theIndex)
}

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

// The cache and the store take locks at the same lines. The cache comes first and can deadlock
// there. Pauses do not reach the deadlock of the store, whose locks are made when asked for.
func TestShared(t *testing.T) {
	c := &cache{}
	pair(c.forth, c.back)
	s := &store{keys: map[string]*lock{}}
	pair(s.forth, s.back)
}
