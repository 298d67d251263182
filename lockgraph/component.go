package lockgraph

// lockCycles reports which dependencies can be on a cycle: those that request
// a lock in the strongly connected component of a lock they hold, in the graph
// of locks with an edge from each held to each requested one.
func lockCycles(deps []*Dependency) func(*Dependency) bool {
	next := map[uint64][]uint64{}
	seen := map[[2]uint64]bool{}
	var locks []uint64
	for _, d := range deps {
		for _, h := range d.Held {
			e := [2]uint64{h.Lock, d.Lock}
			if !seen[e] && h.Lock != d.Lock {
				seen[e] = true
				next[h.Lock] = append(next[h.Lock], d.Lock)
			}
			locks = append(locks, h.Lock)
		}
	}
	component := Components(locks, next)
	return func(d *Dependency) bool {
		to, ok := component[d.Lock]
		for _, h := range d.Held {
			if ok && h.Lock != d.Lock && component[h.Lock] == to {
				return true
			}
		}
		return false
	}
}

// Components numbers the strongly connected components of the graph that the roots reach. The numbers begin with 1 and have no
// special order. Source: Tarjan 1972, without recursion. It takes O(nodes + edges).
func Components[N comparable](roots []N, next map[N][]N) map[N]int {
	t := tarjan[N]{next: next, index: map[N]int{}, low: map[N]int{}, component: map[N]int{}}
	for _, n := range roots {
		t.visit(n)
	}
	return t.component
}

type tarjan[N comparable] struct {
	next      map[N][]N
	index     map[N]int // from 1, in the order of discovery
	low       map[N]int
	component map[N]int
	stack     []N
}

// A step is a node whose successors are being visited.
type step[N comparable] struct {
	node N
	todo []N
}

func (t *tarjan[N]) visit(root N) {
	if t.index[root] > 0 {
		return
	}
	path := []step[N]{t.enter(root)}
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

func (t *tarjan[N]) enter(n N) step[N] {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	return step[N]{n, t.next[n]}
}

func (t *tarjan[N]) lower(n N, low int) { t.low[n] = min(t.low[n], low) }

// leave closes the component of which n was discovered first.
func (t *tarjan[N]) leave(n N) {
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
