package typestate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A program is goroutines that call one object, for TestWaitsOracle. Inside the calls
// they send to and receive from channels.
type program struct {
	capacity []int
	steps    [][]step // by goroutine
}

// A step is the begin of a call, its end, or an operation of a channel.
type step struct {
	kind    byte // b, e, s, r
	channel int
}

func randomProgram(r *rand.Rand) program {
	p := program{capacity: []int{r.IntN(3), r.IntN(3)}}
	for range 2 + r.IntN(2) {
		var steps []step
		for range 1 + r.IntN(2) {
			steps = append(steps, step{kind: 'b'})
			for range r.IntN(3) {
				steps = append(steps, step{"sr"[r.IntN(2)], r.IntN(len(p.capacity))})
			}
			steps = append(steps, step{kind: 'e'})
		}
		p.steps = append(p.steps, steps)
	}
	return p
}

// An execution is how far a program is. sent and received are who did so, by channel.
type execution struct {
	at             []int
	sent, received [][]int
}

func (p program) start() execution {
	return execution{make([]int, len(p.steps)), make([][]int, len(p.capacity)), make([][]int, len(p.capacity))}
}

func (x execution) clone() execution {
	c := execution{at: slices.Clone(x.at)}
	for i := range x.sent {
		c.sent, c.received = append(c.sent, slices.Clone(x.sent[i])), append(c.received, slices.Clone(x.received[i]))
	}
	return c
}

// A move is a step of a goroutine; other is the receiver of a send without a buffer.
type move struct{ g, other int }

// moves are the steps that are possible.
func (p program) moves(x execution) (list []move) {
	for g, steps := range p.steps {
		if x.at[g] == len(steps) {
			continue
		}
		s := steps[x.at[g]]
		inside := 0
		if s.kind == 's' || s.kind == 'r' {
			inside = len(x.sent[s.channel]) - len(x.received[s.channel])
		}
		switch {
		case s.kind == 'b' || s.kind == 'e' || s.kind == 'r' && inside > 0 || s.kind == 's' && inside < p.capacity[s.channel]:
			list = append(list, move{g, -1})
		case s.kind == 's' && p.capacity[s.channel] == 0:
			for o, theirs := range p.steps {
				if o != g && x.at[o] < len(theirs) && theirs[x.at[o]] == (step{'r', s.channel}) {
					list = append(list, move{g, o})
				}
			}
		}
	}
	return list
}

// do makes a move.
func (p program) do(x execution, m move) execution {
	n := x.clone()
	s := p.steps[m.g][x.at[m.g]]
	n.at[m.g]++
	switch s.kind {
	case 's':
		n.sent[s.channel] = append(n.sent[s.channel], m.g)
	case 'r':
		n.received[s.channel] = append(n.received[s.channel], m.g)
	}
	if m.other >= 0 {
		n.at[m.other]++
		n.received[s.channel] = append(n.received[s.channel], m.other)
	}
	return n
}

// record makes one execution as far as it goes and writes it as a trace. Its calls are in
// the order in which they began, as goroutine and step.
func (p program) record(r *rand.Rand) (lines string, calls [][2]int, x execution) {
	var b strings.Builder
	for i, n := range p.capacity {
		fmt.Fprintf(&b, "t1 makechan c%d %d\n", i, n)
	}
	for g := range p.steps {
		fmt.Fprintf(&b, "t1 go t%d\n", g+2)
	}
	x = p.start()
	for moves := p.moves(x); len(moves) > 0; moves = p.moves(x) {
		m := moves[r.IntN(len(moves))]
		s, t := p.steps[m.g][x.at[m.g]], m.g+2
		switch {
		case s.kind == 'b':
			calls = append(calls, [2]int{m.g, x.at[m.g]})
			fmt.Fprintf(&b, "t%d call o T.M\n", t)
		case s.kind == 'e':
			fmt.Fprintf(&b, "t%d return o -\n", t)
		case m.other >= 0:
			fmt.Fprintf(&b, "t%[1]d send c%[2]d; t%[3]d recv c%[2]d; t%[3]d received c%[2]d t%[1]d; t%[1]d sent c%[2]d t%[3]d\n", t, s.channel, m.other+2)
		case s.kind == 's':
			fmt.Fprintf(&b, "t%[1]d send c%[2]d; t%[1]d sent c%[2]d\n", t, s.channel)
		default:
			fmt.Fprintf(&b, "t%[1]d recv c%[2]d; t%[1]d received c%[2]d\n", t, s.channel)
		}
		x = p.do(x, m)
	}
	return b.String(), calls, x
}

// mayEnd reports whether some execution in which each channel is used by the same
// goroutines in the same order as in the recorded one gets beyond the call at end while
// that at begin has not begun. A call is a goroutine and the step where it begins.
func (p program) mayEnd(end, begin [2]int, recorded execution) bool {
	seen := map[string]bool{}
	over := end[1] + 1 + slices.IndexFunc(p.steps[end[0]][end[1]:], func(s step) bool { return s.kind == 'e' })
	var try func(x execution) bool
	try = func(x execution) bool {
		if key := fmt.Sprint(x); x.at[begin[0]] > begin[1] || seen[key] {
			return false
		} else {
			seen[key] = true
		}
		if x.at[end[0]] >= over {
			return true
		}
		for _, m := range p.moves(x) {
			if n := p.do(x, m); n.prefixOf(recorded) && try(n) {
				return true
			}
		}
		return false
	}
	return try(p.start())
}

func (x execution) prefixOf(y execution) bool {
	for i := range x.sent {
		s, r := x.sent[i], x.received[i]
		if len(s) > len(y.sent[i]) || !slices.Equal(s, y.sent[i][:len(s)]) || len(r) > len(y.received[i]) || !slices.Equal(r, y.received[i][:len(r)]) {
			return false
		}
	}
	return true
}

// TestWaitsOracle compares which calls waited for which with all executions of small
// random programs: a call that waited for another one ends in none of them before that
// has begun. Most calls wait for nobody, and may do so.
func TestWaitsOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	waited, free := 0, 0
	for range 3000 {
		p := randomProgram(r)
		lines, calls, x := p.record(r)
		rec := read(t, lines)
		index := map[*Call]int{}
		for i, c := range rec.Calls {
			index[c] = i
		}
		for i, c := range rec.Calls {
			for j, by := range rec.Calls[:i] {
				if by.G == c.G {
					continue
				}
				may := p.mayEnd(calls[i], calls[j], x)
				switch waits := slices.Contains(c.waitsFor, by); {
				case waits && may:
					t.Fatalf("call %d waited for call %d, and may end without it:\n%s", i, j, lines)
				case waits:
					waited++
				case may:
					free++
				}
			}
		}
	}
	if waited < 300 || free < 300 {
		t.Errorf("%d waited and %d did not: too few to tell", waited, free)
	}
}
