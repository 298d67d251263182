// Package clean_holders keeps objects of one type with a lock in two fields, and
// takes the lock of another object after the one and before the other.
package clean_holders

import "sync"

type List struct {
	mu sync.Mutex
	n  []int
}

func NewList() *List { return &List{} }

func (l *List) Insert(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n = append(l.n, n)
}

func (l *List) Each(f func(int)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.n {
		f(n)
	}
}

type Consumer struct {
	mu      sync.Mutex
	filters *List
	sum     int
}

type Stream struct {
	signals  *List
	consumer *Consumer
}

func New() *Stream {
	return &Stream{signals: NewList(), consumer: &Consumer{filters: NewList()}}
}

func (c *Consumer) Filter(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.filters.Insert(n)
}

func (c *Consumer) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum += n
}

func (s *Stream) Signal() {
	s.signals.Each(func(n int) { s.consumer.add(n) })
}
