package schedules

// An edge leads from a state to another one.
type edge struct {
	to     int
	actors uint32 // a bit for each slot
	site   int
}

// A graph is all states of a program, numbered in the order in which a breadth-first
// search meets them: the first way to a state is a shortest one.
type graph struct {
	m      *machine
	states []*state
	edges  [][]edge
	from   []int // the state before, on the way that the search took
	panics []string
}

func (m *machine) explore() (*graph, error) {
	g := &graph{m: m}
	numbers := map[string]int{}
	number := func(s *state, from int) int {
		k := s.key()
		n, ok := numbers[k]
		if !ok {
			n = len(g.states)
			numbers[k] = n
			g.states = append(g.states, s)
			g.from = append(g.from, from)
		}
		return n
	}
	number(m.start(), -1)
	for n := 0; n < len(g.states); n++ {
		if n > MaxStates {
			return nil, ErrTooMany
		}
		var out []edge
		for _, mv := range m.moves(g.states[n]) {
			if mv.panics != "" {
				g.panics = append(g.panics, mv.panics)
				continue
			}
			e := edge{to: number(mv.to, n), site: mv.site}
			for _, slot := range mv.actors {
				e.actors |= 1 << slot
			}
			out = append(out, e)
		}
		g.edges = append(g.edges, out)
	}
	return g, nil
}

// moving returns for every state the goroutines that move on some path from there.
func (g *graph) moving() []uint32 {
	before := make([][]int, len(g.states))
	for n, out := range g.edges {
		for _, e := range out {
			before[e.to] = append(before[e.to], n)
		}
	}
	moving := make([]uint32, len(g.states))
	work := make([]int, 0, len(g.states))
	for n := range g.states {
		work = append(work, n)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		all := moving[n]
		for _, e := range g.edges[n] {
			all |= e.actors | moving[e.to]
		}
		if all != moving[n] {
			moving[n] = all
			work = append(work, before[n]...)
		}
	}
	return moving
}

// way returns the sites of the steps that lead to a state.
func (g *graph) way(n int) []Step {
	var back []Step
	for ; g.from[n] >= 0; n = g.from[n] {
		for _, e := range g.edges[g.from[n]] {
			if e.to == n {
				back = append(back, Step{e.actors, e.site})
				break
			}
		}
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}
