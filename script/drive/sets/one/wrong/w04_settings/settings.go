// Package settings has named values that refer to each other, such as ${home}/cache.
package settings

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
)

// ErrMissing is wrapped by the error for a name that has neither value nor default.
var ErrMissing = errors.New("no value")

// ErrDepth is wrapped by the error for values that refer to each other without end.
var ErrDepth = errors.New("references are nested too deeply")

const maxDepth = 16

// Settings are values and defaults by name. The zero value is empty and ready for use.
// Many goroutines may read them while others set values.
type Settings struct {
	mu       sync.RWMutex
	values   map[string]string
	defaults map[string]string
}

// Set gives a name its value.
func (s *Settings) Set(name, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[name] = value
}

// Unset takes the value away, so that the default is valid again.
func (s *Settings) Unset(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.values, name)
}

// SetDefault gives a name the value that it has without one.
func (s *Settings) SetDefault(name, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.defaults == nil {
		s.defaults = map[string]string{}
	}
	s.defaults[name] = value
}

// Default returns the default of a name, as it was set.
func (s *Settings) Default(name string) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	value, ok := s.defaults[name]
	return value, ok
}

// Get returns the value of a name, or else its default. Each $name and ${name} in it is
// replaced by the value of that name at the same moment.
func (s *Settings) Get(name string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.expand(name, 0)
}

// expand wants the read lock.
func (s *Settings) expand(name string, depth int) (string, error) {
	if depth > maxDepth {
		return "", fmt.Errorf("%s: %w", name, ErrDepth)
	}
	raw, ok := s.values[name]
	if !ok {
		raw, ok = s.Default(name)
	}
	if !ok {
		return "", fmt.Errorf("%s: %w", name, ErrMissing)
	}
	var errs []error
	text := os.Expand(raw, func(inner string) string {
		if len(errs) > 0 {
			return ""
		}
		value, err := s.expand(inner, depth+1)
		if err != nil {
			errs = append(errs, err)
		}
		return value
	})
	return text, errors.Join(errs...)
}

// Names returns all names with a value, in order.
func (s *Settings) Names() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	names := make([]string, 0, len(s.values))
	for name := range s.values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
