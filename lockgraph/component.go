package lockgraph

// lockCycles reports which dependencies can be on a cycle: those that request
// a lock in the strongly connected component of a lock they hold, in the graph
// of locks with an edge from each held to each requested one (Tarjan 1972,
// without recursion; O(dependencies × held locks)).
func lockCycles(deps []*Dependency) func(*Dependency) bool {
	next := map[uint64][]uint64{}
	seen := map[[2]uint64]bool{}
	for _, d := range deps {
		for _, h := range d.Held {
			e := [2]uint64{h.Lock, d.Lock}
			if !seen[e] && h.Lock != d.Lock {
				seen[e] = true
				next[h.Lock] = append(next[h.Lock], d.Lock)
			}
		}
	}
	t := tarjan{next: next, index: map[uint64]int{}, low: map[uint64]int{}, component: map[uint64]int{}}
	for _, d := range deps {
		for _, h := range d.Held {
			t.visit(h.Lock)
		}
	}
	return func(d *Dependency) bool {
		to, ok := t.component[d.Lock]
		for _, h := range d.Held {
			if ok && h.Lock != d.Lock && t.component[h.Lock] == to {
				return true
			}
		}
		return false
	}
}

type tarjan struct {
	next      map[uint64][]uint64
	index     map[uint64]int // from 1, in the order of discovery
	low       map[uint64]int
	component map[uint64]int
	stack     []uint64
}

// A step is a node whose successors are being visited.
type step struct {
	node uint64
	todo []uint64
}

func (t *tarjan) visit(root uint64) {
	if t.index[root] > 0 {
		return
	}
	path := []step{t.enter(root)}
	for len(path) > 0 {
		s := &path[len(path)-1]
		if len(s.todo) == 0 {
			t.leave(s.node)
			path = path[:len(path)-1]
			if len(path) > 0 {
				t.lower(path[len(path)-1].node, t.low[s.node])
			}
			continue
		}
		n := s.todo[0]
		s.todo = s.todo[1:]
		if t.index[n] == 0 {
			path = append(path, t.enter(n))
		} else if _, done := t.component[n]; !done {
			t.lower(s.node, t.index[n])
		}
	}
}

func (t *tarjan) enter(n uint64) step {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	return step{n, t.next[n]}
}

func (t *tarjan) lower(n uint64, low int) { t.low[n] = min(t.low[n], low) }

// leave closes the component of which n was discovered first.
func (t *tarjan) leave(n uint64) {
	if t.low[n] != t.index[n] {
		return
	}
	for {
		m := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[m] = t.index[n]
		if m == n {
			return
		}
	}
}
