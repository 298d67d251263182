// Package flags decides for which users a feature is switched on.
package flags

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
)

// ErrPercent is wrapped by the error for a rollout that is not between 0 and 100.
var ErrPercent = errors.New("percent out of range")

// ErrName is returned for a flag without a name.
var ErrName = errors.New("flag without a name")

// ErrUnknown is wrapped by the error for a flag that has no rollout.
var ErrUnknown = errors.New("unknown flag")

type flag struct {
	percent int
	pinned  map[string]bool
}

// A Set is a number of flags with a version that grows with each change. New makes one. All
// methods may be called from several goroutines.
type Set struct {
	mu      sync.Mutex
	flags   map[string]*flag
	version int
}

// New returns a set without flags. Its version is 0.
func New() *Set {
	return &Set{flags: make(map[string]*flag)}
}

// SetRollout switches a flag on for a percentage of the users, and makes the flag if there is
// none yet. The version stays as it is when the flag already has that percentage, so that
// clients which poll do not fetch the same flags again.
func (s *Set) SetRollout(name string, percent int) error {
	if name == "" {
		return ErrName
	}
	if percent < 0 || percent > 100 {
		return fmt.Errorf("rollout of %s to %d: %w", name, percent, ErrPercent)
	}
	s.mu.Lock()
	f, ok := s.flags[name]
	if !ok {
		f = &flag{pinned: make(map[string]bool)}
		s.flags[name] = f
	} else if f.percent == percent {
		return nil
	}
	f.percent = percent
	s.version++
	s.mu.Unlock()
	return nil
}

// Pin switches a flag on or off for one user, at any rollout.
func (s *Set) Pin(name, user string, on bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.flags[name]
	if !ok {
		return fmt.Errorf("pin %s for %s: %w", name, user, ErrUnknown)
	}
	if now, pinned := f.pinned[user]; !pinned || now != on {
		f.pinned[user] = on
		s.version++
	}
	return nil
}

// Remove deletes a flag. Without such a flag it does nothing.
func (s *Set) Remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.flags[name]; ok {
		delete(s.flags, name)
		s.version++
	}
}

// Enabled reports whether a flag is on for a user. Flags that are not known are off.
func (s *Set) Enabled(name, user string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.flags[name]
	if !ok {
		return false
	}
	if on, pinned := f.pinned[user]; pinned {
		return on
	}
	return bucket(name, user) < f.percent
}

// Names returns the names of the flags in order.
func (s *Set) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.flags))
	for name := range s.flags {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Version returns how often the set has changed.
func (s *Set) Version() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// bucket places a user between 0 and 99, for each flag elsewhere.
func bucket(name, user string) int {
	h := fnv.New32a()
	h.Write([]byte(name + "\x00" + user))
	return int(h.Sum32() % 100)
}
