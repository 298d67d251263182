package right

import (
	"sync"
	"testing"
)

// mailbox holds a bounded number of letters. Senders and readers share a condition.
type mailbox struct {
	mu      sync.Mutex
	changed *sync.Cond
	letters []int
	size    int
}

func newMailbox(size int) *mailbox {
	m := &mailbox{size: size}
	m.changed = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) put(letter int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.letters) >= m.size {
		m.changed.Wait()
	}
	m.letters = append(m.letters, letter)
	m.changed.Broadcast()
}

func (m *mailbox) take() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.letters) == 0 {
		m.changed.Wait()
	}
	letter := m.letters[0]
	m.letters = m.letters[1:]
	m.changed.Broadcast()
	return letter
}

func TestWrongWaiter(t *testing.T) {
	box := newMailbox(1)
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for range 1 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 4 {
				letter := box.take()
				mu.Lock()
				sum += letter
				mu.Unlock()
			}
		}()
	}
	for p := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 2 {
				box.put(10*p + i)
			}
		}()
	}
	wg.Wait()
	if sum != 22 {
		t.Fatalf("sum %d", sum)
	}
}
