// Package double_formatted holds a lock while a value is written as text, which takes the lock.
package double_formatted

import (
	"encoding/json"
	"fmt"
	"log"
	"sync"
)

type State struct {
	mu    sync.Mutex
	round int
}

// MarshalJSON gives itself to the encoder, which comes back.
func (s *State) MarshalJSON() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return json.Marshal(s) // want doublelock
}

type Span struct {
	mu   sync.Mutex
	name string
	id   int
}

func (s *Span) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.name
}

func (s *Span) Finish(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log.Printf("%5d: finished %v", n, s) // want doublelock
	s.id = n
}

func (s *Span) Start() string {
	s.mu.Lock()
	text := fmt.Sprint("started ", s) // want doublelock
	s.mu.Unlock()
	return text
}

// Logger is any logger.
type Logger interface {
	Debugf(format string, args ...any)
}

func (s *Span) Rename(name string, to Logger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to.Debugf("%q: %s", name, s) // want doublelock
	s.name = name
}

// Failure is an error with a name that may be changed.
type Failure struct {
	sync.Mutex
	why string
}

func (f *Failure) Error() string {
	f.Lock()
	defer f.Unlock()
	return f.why
}

func (f *Failure) Wrap(why string) error {
	f.Lock()
	defer f.Unlock()
	f.why = why
	return fmt.Errorf("%s: %w", f, errNone) // want doublelock
}

var errNone = fmt.Errorf("none")

// Cause keeps the failure in another one.
func (f *Failure) Cause() error {
	f.Lock()
	defer f.Unlock()
	return fmt.Errorf("failed: %w", f) // want doublelock
}
