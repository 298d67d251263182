// Package clean_asserted calls a method of what has another interface, which its argument has not.
package clean_asserted

import (
	"errors"
	"sync"
)

type Key interface{ ID() string }

// Broken is a key that could not be read.
type Broken interface {
	Key
	Reason() error
}

type secret struct {
	mu    sync.RWMutex
	id    string
	bytes []byte
}

func (s *secret) ID() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.id
}

func (s *secret) SetID(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id = id
}

// export asks a key that is broken for its name.
func export(k Key) ([]byte, error) {
	if b, ok := k.(Broken); ok {
		return nil, errors.New(b.ID())
	}
	return k.(*secret).bytes, nil
}

func (s *secret) Sum() (n int, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	b, err := export(s)
	for _, c := range b {
		n += int(c)
	}
	return n, err
}
