// Package sessions renews sessions of users. A session that has ended leaves the lock held.
package sessions

import (
	"errors"
	"sync"
	"time"
)

var ErrEnded = errors.New("session has ended")

type Sessions struct {
	mu   sync.Mutex
	ends map[string]time.Time
}

func (s *Sessions) Renew(user string, by time.Duration) error {
	s.mu.Lock()
	end, ok := s.ends[user]
	if !ok || time.Now().After(end) {
		return ErrEnded // fix: s.mu.Unlock(); return ErrEnded
	}
	s.ends[user] = end.Add(by)
	s.mu.Unlock()
	return nil
}
