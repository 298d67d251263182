// Package subscribed_fixed sends to subscribers, who have to receive.
package subscribed_fixed

import "sync"

type Bus struct {
	mu   sync.Mutex
	subs []chan string
}

func New() *Bus { return new(Bus) }

// Subscribe returns a channel from which its caller receives until the end.
func (b *Bus) Subscribe() <-chan string {
	ch := make(chan string)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs = append(b.subs, ch)
	return ch
}

// Publish sends to all.
func (b *Bus) Publish(event string) {
	b.mu.Lock()
	subs := b.subs
	b.mu.Unlock()
	for _, ch := range subs {
		go func() { ch <- event }()
	}
}
