// Package clean_deferred_once unlocks in a deferred literal where the only assignment to an error has failed, and returns another error.
package clean_deferred_once

import (
	"errors"
	"sync"
)

type store struct {
	mu   sync.Mutex
	keys []string
}

func check(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}

func (s *store) Save(key string) error {
	var err error
	s.mu.Lock()
	defer func() {
		if err != nil {
			s.mu.Unlock()
		}
	}()
	if err = check(key); err != nil {
		return errors.New("not saved")
	}
	s.keys = append(s.keys, key)
	s.mu.Unlock()
	return nil
}
