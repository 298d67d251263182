// Package clean_formatted writes values as text without a lock that their methods take, or by other means.
package clean_formatted

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

type State struct {
	mu    sync.Mutex
	Round int
}

// MarshalJSON gives another type to the encoder, which has no methods.
func (s *State) MarshalJSON() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	type plain State
	return json.Marshal((*plain)(s))
}

type Span struct {
	mu   sync.Mutex
	name string
	id   int
	next *Span
}

func (s *Span) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.name
}

// Finish writes the address, the type and the name of the span, and its number.
func (s *Span) Finish() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%p %T %s %*d %d%%", s, s, s.name, 5, s.id, s.id)
}

// Buffer keeps what is to be written, or takes values for something else.
type Buffer interface {
	LazyPrintf(format string, args ...any)
	Leaf(args ...any)
	Debugf(format string, args ...any)
}

func (s *Span) Rename(name string, to Buffer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	to.LazyPrintf("%s", s)
	to.Leaf(s)
	to.Debugf("renamed", s)
	to.Debugf("%[2]d", s, s.id)
	s.name = name
}

// Peer writes another one.
func (s *Span) Peer() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.id, s.next)
}

func (s *Span) After() string {
	s.mu.Lock()
	s.id++
	s.mu.Unlock()
	return fmt.Sprintln(s)
}

// Path has a method that is named like one by which values are written, with a parameter.
type Path struct {
	mu    sync.Mutex
	parts []string
}

func (p *Path) String(separator string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.parts, separator)
}

func (p *Path) Debug() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprint(p)
}

// Source writes the span as Go does, which asks for no text.
func (s *Span) Source() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%#v", s)
}
