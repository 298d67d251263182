package lockgraph

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// A run is a trace written as text, one event a line or separated by ';':
//
//	1 go 2
//	1 lock a           the class and the function are "a", the stack is of "lock a"
//	1 lock a @f        the stack is of "f"
//	1 lock a try       the flags: try, rw, foreign, first
//	1 wgadd w 2        a number, or for sent and received the peer
//	1 makechan c 0     the capacity
type run struct {
	events []trace.Event
	full   []trace.Event     // with what no trace has: see memory_test.go
	names  map[string]uint64 // of objects, from 1
	stacks map[string]trace.StackID
	given  map[uint64]given // by Seq of the go event
}

// given is a lock that a goroutine gives to the one it starts.
type given struct{ lock uint64 }

func newRun() *run {
	return &run{names: map[string]uint64{}, stacks: map[string]trace.StackID{}, given: map[uint64]given{}}
}

func parse(text string) *run {
	r := newRun()
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		if f := strings.Fields(line); len(f) > 0 {
			r.line(f)
		}
	}
	return r
}

func (r *run) line(f []string) {
	g, err := strconv.Atoi(f[0])
	op, ok := tracetest.ParseOp(f[1])
	if err != nil || !ok {
		panic("bad line: " + strings.Join(f, " "))
	}
	e := trace.Event{Op: op, G: trace.G(g)}
	site := strings.Join(f[1:min(len(f), 3)], " ")
	for i, w := range f[2:] {
		switch {
		case op.Info().Kind == trace.KindGoroutine && i == 0:
			n, _ := strconv.Atoi(w)
			e.Obj = uint64(n)
		case i == 0:
			e.Obj = r.object(w)
		case w[0] == '@':
			site = w[1:]
		case flags[w] != 0:
			e.Flag |= flags[w]
		default:
			r.number(&e, w)
		}
	}
	if op.Info().Arg == trace.ArgStack {
		e.Arg = uint64(r.stack(site))
	}
	r.add(e)
}

var flags = map[string]uint8{"try": trace.FlagTry, "rw": trace.FlagRW, "foreign": trace.FlagForeign, "first": trace.FlagFirst}

func (r *run) number(e *trace.Event, w string) {
	n, err := strconv.Atoi(w)
	if err != nil {
		panic("bad word: " + w)
	}
	if e.Op == trace.OpMakeChan {
		e.Aux = uint16(n)
	} else {
		e.Arg = uint64(n)
	}
}

func (r *run) object(name string) uint64 {
	if r.names[name] == 0 {
		r.names[name] = uint64(len(r.names) + 1)
	}
	return r.names[name]
}

func (r *run) stack(name string) trace.StackID {
	if r.stacks[name] == 0 {
		r.stacks[name] = trace.StackID(len(r.stacks) + 1)
	}
	return r.stacks[name]
}

func (r *run) add(e trace.Event) {
	e.Seq = uint64(len(r.events) + 1)
	r.events = append(r.events, e)
	r.full = append(r.full, e)
}

func (r *run) relation(opt Options) *Relation {
	b := NewBuilder(opt)
	for _, e := range r.events {
		b.Add(e)
		if h, ok := r.given[e.Seq]; ok {
			b.HandOver(e.G, trace.G(e.Obj), h.lock)
		}
	}
	return b.Finish()
}

func (r *run) info() Info {
	name := func(id uint64) string {
		for n, v := range r.names {
			if v == id {
				return n
			}
		}
		return fmt.Sprint(id)
	}
	site := func(id trace.StackID) string {
		for n, v := range r.stacks {
			if v == id {
				return n
			}
		}
		return fmt.Sprint(id)
	}
	return Info{Class: name, Func: site, Site: site}
}

func (r *run) analyze(opt Options) *Result {
	return r.relation(opt).Analyze(context.Background(), r.info())
}

// capacity returns Options in which the named locks have a capacity.
func (r *run) capacity(n int, names ...string) Options {
	return Options{Capacity: func(id uint64) int {
		for _, name := range names {
			if r.names[name] == id {
				return n
			}
		}
		return 1
	}}
}

// lines describes candidates, sorted.
func lines(cs []Candidate) []string {
	var all []string
	for _, c := range cs {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return all
}

func check(t *testing.T, res *Result, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := lines(res.Candidates); !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
