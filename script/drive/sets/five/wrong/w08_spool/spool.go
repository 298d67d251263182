// Package spool holds a limited number of records between writers and shippers, which take
// them one by one or in batches.
//
// All methods may be called from several goroutines.
package spool

import (
	"errors"
	"sync"
)

// ErrClosed is returned after Close, by Next once no record is left.
var ErrClosed = errors.New("spool: closed")

// A Spool is a queue with a limit. New makes one.
type Spool struct {
	limit int

	mu       sync.Mutex
	room     *sync.Cond // for Put
	filled   *sync.Cond // for Next
	records  []string
	closed   bool
	accepted int
}

// New returns an empty spool for so many records. A limit of zero or less is as one.
func New(limit int) *Spool {
	s := &Spool{limit: max(limit, 1)}
	s.room = sync.NewCond(&s.mu)
	s.filled = sync.NewCond(&s.mu)
	return s
}

// Put adds a record. It waits while the spool is full, until Next or Drain makes room or Close is
// called.
func (s *Spool) Put(record string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed && len(s.records) >= s.limit {
		s.room.Wait()
	}
	if s.closed {
		return ErrClosed
	}
	s.push(record)
	return nil
}

// TryPut adds a record unless the spool is full or closed. It does not wait.
func (s *Spool) TryPut(record string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.records) >= s.limit {
		return false
	}
	s.push(record)
	return true
}

// push adds a record for which there is room. The caller holds the lock.
func (s *Spool) push(record string) {
	s.records = append(s.records, record)
	s.accepted++
	s.filled.Signal()
}

// Next takes the oldest record. It waits while the spool is empty, until Put or Close is called.
func (s *Spool) Next() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed && len(s.records) == 0 {
		s.filled.Wait()
	}
	if len(s.records) == 0 {
		return "", ErrClosed
	}
	record := s.records[0]
	s.records = s.records[1:]
	s.room.Signal()
	return record, nil
}

// Drain takes all records, the oldest first. It does not wait: there may be none.
func (s *Spool) Drain() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	records := s.records
	s.records = nil
	s.room.Signal()
	return records
}

// Len returns the number of records that can be taken now.
func (s *Spool) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.records)
}

// Accepted returns the number of records that were ever added.
func (s *Spool) Accepted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accepted
}

// Close ends the waiting of all. Records that are left can still be taken. It may be called again.
func (s *Spool) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.room.Broadcast()
	s.filled.Broadcast()
}
