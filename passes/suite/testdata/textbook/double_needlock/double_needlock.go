// Package double_needlock takes a lock again that a flag has said to take, behind a call that leads back.
package double_needlock

import (
	"errors"
	"sync"
)

type Stream struct {
	mu   sync.RWMutex
	name string
	cons []*Consumer
}

func (s *Stream) Name() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.name
}

func (s *Stream) purge(seq uint64, needLock bool) error {
	if needLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	for _, c := range s.cons {
		if err := c.purge(seq); err != nil { // want doublelock
			return err
		}
	}
	return nil
}

func (s *Stream) Purge(seq uint64) error { return s.purge(seq, true) }

func (s *Stream) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.name = ""
	return s.purge(0, false) // want doublelock
}

type Consumer struct {
	mu   sync.Mutex
	mset *Stream
	seq  uint64
}

func NewConsumer(s *Stream) *Consumer {
	c := &Consumer{mset: s}
	s.mu.Lock()
	s.cons = append(s.cons, c)
	s.mu.Unlock()
	return c
}

func (c *Consumer) purge(seq uint64) error {
	c.mu.Lock()
	old := c.seq
	c.seq = seq
	c.mu.Unlock()
	if err := c.write(); err != nil {
		mset := c.mset
		if mset != nil && old > 0 {
			println(mset.Name())
		}
		return err
	}
	return nil
}

func (c *Consumer) write() error {
	if c.seq == 0 {
		return errors.New("zero")
	}
	return nil
}
