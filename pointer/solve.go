package pointer

import "slices"

// A solver computes the least solution of a set of constraints: points-to sets grow
// along edges until nothing changes (Andersen 1994). Only the new part of a set travels
// on (difference propagation). Variables on a cycle of edges have the same set and are
// merged. Cycles of the constraints are merged before solving. Cycles that loads and
// stores close are merged when a set arrives that changes nothing (lazy cycle
// detection, Hardekopf and Lin 2007).
type solver struct {
	sys    *system
	parent []node // union-find over nodes
	state  []*variable
	now    []node // variables with news, this round and the next
	next   []node
	tried  map[[2]node]bool // edges at which a cycle was looked for
}

// A variable is the state of a node and of all merged into it.
type variable struct {
	set    intset
	news   intset  // part of set that was not yet propagated
	succ   intset  // edges, may name nodes merged since
	rules  []int32 // constraints that react to elements
	queued bool
}

// solve returns a solver that has reached the least solution of those
// constraints of the system that rows lists.
func solve(s *system, rows []int32) *solver {
	v := &solver{
		sys:    s,
		parent: make([]node, len(s.cells)),
		state:  make([]*variable, len(s.cells)),
		tried:  map[[2]node]bool{},
	}
	for i := range v.parent {
		v.parent[i] = node(i)
	}
	v.mergeStatic(rows)
	for _, i := range rows {
		v.init(i)
	}
	v.run()
	return v
}

// points returns the points-to set of a node.
func (v *solver) points(n node) *intset {
	if st := v.state[v.find(n)]; st != nil {
		return &st.set
	}
	return &intset{}
}

func (v *solver) find(n node) node {
	for v.parent[n] != n {
		v.parent[n] = v.parent[v.parent[n]]
		n = v.parent[n]
	}
	return n
}

func (v *solver) of(n node) *variable {
	if v.state[n] == nil {
		v.state[n] = &variable{}
	}
	return v.state[n]
}

// init enters a constraint.
func (v *solver) init(i int32) {
	c := &v.sys.constraints[i]
	switch c.kind {
	case addrOf:
		v.insert(c.dst, c.src)
	case move:
		v.edge(c.src, c.dst)
	case store:
		v.rule(c.dst, i)
	default:
		v.rule(c.src, i)
		if spill := v.sys.spill[class(c.tag)]; c.kind == load && spill != 0 {
			v.edge(spill, c.dst)
		}
	}
}

// rule lets a constraint react to the elements of n, also those that are there.
func (v *solver) rule(n node, i int32) {
	n = v.find(n)
	st := v.of(n)
	st.rules = append(st.rules, i)
	if !st.set.empty() {
		st.news.merge(&st.set)
		v.queue(n, st)
	}
}

func (v *solver) queue(n node, st *variable) {
	if !st.queued {
		st.queued = true
		v.next = append(v.next, n)
	}
}

// insert puts an element into the set of n.
func (v *solver) insert(n, element node) {
	n = v.find(n)
	if st := v.of(n); st.set.add(element) {
		st.news.add(element)
		v.queue(n, st)
	}
}

// edge makes the set of dst include that of src, from now on.
func (v *solver) edge(src, dst node) {
	src, dst = v.find(src), v.find(dst)
	if src == dst {
		return
	}
	from := v.of(src)
	if from.succ.add(dst) && !from.set.empty() {
		v.flow(&from.set, dst)
	}
}

// flow adds a set to that of n.
func (v *solver) flow(set *intset, n node) bool {
	to := v.of(n)
	if !to.set.addAll(set, &to.news) {
		return false
	}
	v.queue(n, to)
	return true
}

// run propagates until there are no news, round by round.
func (v *solver) run() {
	for len(v.next) > 0 {
		v.now, v.next = v.next, v.now[:0]
		for _, n := range v.now {
			if st := v.state[n]; v.parent[n] == n && st.queued {
				st.queued = false
				v.propagate(n, st)
			}
		}
	}
}

// propagate passes the news of a variable on.
func (v *solver) propagate(n node, st *variable) {
	news := st.news
	st.news = intset{}
	if news.empty() {
		return
	}
	for _, i := range st.rules {
		v.react(i, &news)
	}
	var cycles []node
	for succ := range st.succ.all {
		to := v.find(succ)
		if to != n && !v.flow(&news, to) && v.suspect(n, to) {
			cycles = append(cycles, to)
		}
	}
	for _, to := range cycles {
		if to = v.find(to); to != v.find(n) {
			v.mergeCycle(to)
		}
	}
}

// react applies a constraint to the new elements of its pointer.
func (v *solver) react(i int32, news *intset) {
	c := &v.sys.constraints[i]
	for element := range news.all {
		var out node
		switch c.kind {
		case load:
			from, found := v.sys.loaded(element, c.off, class(c.tag))
			if out = found; from != 0 {
				v.edge(from, c.dst)
			}
		case store:
			if to := v.sys.stored(element, c.off, class(c.tag)); to != 0 {
				v.edge(c.src, to)
			}
		case filter:
			out = v.sys.filtered(element, c.tag)
		case field:
			out = v.sys.fieldOf(element, c.off, c.tag)
		case cast:
			out = v.sys.castTo(element, c.tag)
		}
		if out != 0 {
			v.insert(c.dst, out)
		}
	}
}

// suspect reports whether the edge from n to another variable with the same set
// should be followed in search of a cycle: once only.
func (v *solver) suspect(n, to node) bool {
	pair := [2]node{n, to}
	if v.tried[pair] || !v.state[n].set.equal(&v.state[to].set) {
		return false
	}
	v.tried[pair] = true
	return true
}

// mergeCycle merges the cycles that can be reached from a variable without
// leaving those that have the same set: on a cycle all have, in the end.
func (v *solver) mergeCycle(start node) {
	want := &v.of(start).set
	v.components([]node{start}, func(n node, yield func(node)) {
		for succ := range v.of(n).succ.all {
			if to := v.find(succ); v.of(to).set.equal(want) {
				yield(to)
			}
		}
	})
}

// mergeStatic merges the cycles of the moves among the constraints.
func (v *solver) mergeStatic(rows []int32) {
	var starts []node
	for _, i := range rows {
		if c := &v.sys.constraints[i]; c.kind == move {
			v.of(c.src).succ.add(c.dst)
			starts = append(starts, c.src)
		}
	}
	v.components(starts, func(n node, yield func(node)) {
		for succ := range v.of(n).succ.all {
			yield(succ)
		}
	})
}

// merge makes one variable of several. All of its elements are news to it: the
// edges of one variable have not seen the elements of another one.
func (v *solver) merge(nodes []node) {
	root := slices.Min(nodes)
	st := v.of(root)
	for _, n := range nodes {
		if n == root {
			continue
		}
		v.parent[n] = root
		other := v.of(n)
		st.set.merge(&other.set)
		st.succ.merge(&other.succ)
		st.rules = append(st.rules, other.rules...)
		v.state[n] = nil
	}
	if !st.set.empty() {
		st.news = intset{}
		st.news.merge(&st.set)
		v.queue(root, st)
	}
}
