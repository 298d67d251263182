// Package sessions keeps what users have set, from login until their session is swept.
package sessions

import (
	"errors"
	"maps"
	"sync"
)

// Errors of a Store.
var (
	ErrUnknown = errors.New("sessions: no such session")
	ErrExists  = errors.New("sessions: token is in use")
	ErrRevoked = errors.New("sessions: revoked")
	ErrFull    = errors.New("sessions: too many values")
)

// A session is the values of one user.
type session struct {
	mu      sync.Mutex
	values  map[string]string
	revoked bool
}

// An Option changes a Store that New makes.
type Option func(*Store)

// WithMaxValues limits the number of values in a session. The default is 64.
func WithMaxValues(n int) Option {
	return func(s *Store) { s.maxValues = n }
}

// A Store has the sessions of all users, by token.
type Store struct {
	maxValues int

	mu       sync.RWMutex
	sessions map[string]*session
}

// New returns an empty store.
func New(opts ...Option) *Store {
	s := &Store{maxValues: 64, sessions: map[string]*session{}}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Login begins a session.
func (s *Store) Login(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.sessions[token]; ok {
		return ErrExists
	}
	s.sessions[token] = &session{values: map[string]string{}}
	return nil
}

func (s *Store) find(token string) (*session, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if ses, ok := s.sessions[token]; ok {
		return ses, nil
	}
	return nil, ErrUnknown
}

// Set stores a value.
func (s *Store) Set(token, key, value string) error {
	ses, err := s.find(token)
	if err != nil {
		return err
	}
	ses.mu.Lock()
	defer ses.mu.Unlock()
	if ses.revoked {
		return ErrRevoked
	}
	if _, ok := ses.values[key]; !ok && len(ses.values) >= s.maxValues {
		return ErrFull
	}
	ses.values[key] = value
	return nil
}

// Get returns a value, or "" when the key was not set.
func (s *Store) Get(token, key string) (string, error) {
	ses, err := s.find(token)
	if err != nil {
		return "", err
	}
	ses.mu.Lock()
	if ses.revoked {
		ses.mu.Unlock()
		return "", ErrRevoked
	}
	value := ses.values[key]
	ses.mu.Unlock()
	return value, nil
}

// All returns a copy of all values.
func (s *Store) All(token string) (map[string]string, error) {
	ses, err := s.find(token)
	if err != nil {
		return nil, err
	}
	ses.mu.Lock()
	defer ses.mu.Unlock()
	if ses.revoked {
		return nil, ErrRevoked
	}
	return maps.Clone(ses.values), nil
}

// Revoke ends a session. Its token remains known until Sweep, so that its user learns why.
// A second Revoke changes nothing.
func (s *Store) Revoke(token string) error {
	ses, err := s.find(token)
	if err != nil {
		return err
	}
	ses.mu.Lock()
	defer ses.mu.Unlock()
	ses.revoked = true
	return nil
}

// Sweep forgets revoked sessions and returns how many. Those in use at this moment stay for
// the next Sweep.
func (s *Store) Sweep() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for token, ses := range s.sessions {
		if !ses.mu.TryLock() {
			continue
		}
		if ses.revoked {
			delete(s.sessions, token)
			n++
		}
		ses.mu.Unlock()
	}
	return n
}
