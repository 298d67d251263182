// Package echo has a sink that numbers its lines.
package echo

import (
	"fmt"

	"example.com/siblings/relay"
	"example.com/siblings/relay_fixed"
)

// A Sink keeps lines with their numbers.
type Sink struct {
	lines []string
	meter relay.Meter
}

var (
	_ relay.Sink       = (*Sink)(nil)
	_ relay_fixed.Sink = (*Fixed)(nil)
)

// New makes a sink.
func New() *Sink { return &Sink{} }

// Watch tells the sink where lines are counted.
func (s *Sink) Watch(m relay.Meter) { s.meter = m }

// Write keeps a line.
func (s *Sink) Write(line string) {
	if s.meter != nil {
		line = fmt.Sprint(s.meter.Len(), " ", line)
	}
	s.lines = append(s.lines, line)
}

// A Fixed is a sink of the twin.
type Fixed struct {
	Sink
	meter relay_fixed.Meter
}

// NewFixed makes a sink of the twin.
func NewFixed() *Fixed { return &Fixed{} }

// Watch tells the sink where lines are counted.
func (s *Fixed) Watch(m relay_fixed.Meter) { s.meter = m }

// Write keeps a line.
func (s *Fixed) Write(line string) {
	if s.meter != nil {
		line = fmt.Sprint(s.meter.Len(), " ", line)
	}
	s.Sink.Write(line)
}
