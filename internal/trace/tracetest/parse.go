package tracetest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Trace is a trace and the names its lines used.
type Trace struct {
	*trace.Trace
	gs   map[string]trace.G
	objs map[string]uint64
}

// New parses the lines and fails the test when they make no sense or are not
// well-formed as trace.Check sees it.
func New(tb testing.TB, lines string) *Trace {
	tb.Helper()
	t, err := Parse(lines)
	if err != nil {
		tb.Fatal(err)
	}
	if err := check(t); err != nil {
		tb.Fatal(err)
	}
	return t
}

func check(t *Trace) error {
	if problems := trace.Check(t.Events); len(problems) > 0 {
		return fmt.Errorf("the trace is not well-formed: %w", problems[0])
	}
	return nil
}

// Parse parses the lines. trace.Check may object to the trace.
func Parse(lines string) (*Trace, error) {
	stmts, err := statements(lines)
	if err != nil {
		return nil, err
	}
	b := newBuilder(stmts)
	for _, s := range stmts {
		if err := b.statement(s); err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", s.line, s, err)
		}
	}
	return b.t, nil
}

// G returns the goroutine with that name; it panics when there is none.
func (t *Trace) G(name string) trace.G {
	g, ok := t.gs[name]
	if !ok {
		panic("tracetest: no goroutine " + name)
	}
	return g
}

// Obj returns the address of the object with that name; it panics when there is none.
func (t *Trace) Obj(name string) uint64 {
	obj, ok := t.objs[name]
	if !ok {
		panic("tracetest: no object " + name)
	}
	return obj
}

// GName returns the goroutine's name, or "g7".
func (t *Trace) GName(g trace.G) string {
	for name, id := range t.gs {
		if id == g {
			return name
		}
	}
	return "g" + strconv.FormatUint(uint64(g), 10)
}

// ObjName returns the name of the object at that address, or the address.
func (t *Trace) ObjName(obj uint64) string {
	for name, addr := range t.objs {
		if addr == obj {
			return name
		}
	}
	return "0x" + strconv.FormatUint(obj, 16)
}

// A stmt is a statement in pieces.
type stmt struct {
	line  int
	words []string
	flags []string
	stack string
}

func (s stmt) String() string { return strings.Join(s.words, " ") }

// word returns word i, or "".
func (s stmt) word(i int) string {
	if i < len(s.words) {
		return s.words[i]
	}
	return ""
}

func statements(lines string) ([]stmt, error) {
	var stmts []stmt
	for i, line := range strings.Split(lines, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ";") {
			s := stmt{line: i + 1}
			for _, w := range strings.Fields(part) {
				switch w[0] {
				case '+':
					s.flags = append(s.flags, w[1:])
				case '@':
					s.stack = w[1:]
				default:
					s.words = append(s.words, w)
				}
			}
			if len(s.words) == 1 {
				return nil, fmt.Errorf("line %d: %s: want GOROUTINE OPERATION", s.line, s)
			}
			if len(s.words) > 0 {
				stmts = append(stmts, s)
			}
		}
	}
	return stmts, nil
}

// ParseOp returns the operation with that name.
func ParseOp(name string) (trace.Op, bool) {
	for op := range trace.Op(math.MaxUint8) {
		if op.Valid() && op.Info().Name == name && name != "" {
			return op, true
		}
	}
	return trace.OpNone, false
}
