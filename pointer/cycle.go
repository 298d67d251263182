package pointer

// components merges the strongly connected components that can be reached from
// the given nodes. Tarjan's algorithm with a stack of its own: the graph of a
// program is deeper than a goroutine's stack should be.
func (v *solver) components(starts []node, successors func(node, func(node))) {
	t := &tarjan{number: map[node]int32{}, successors: successors}
	for _, n := range starts {
		if n = v.find(n); t.number[n] == 0 {
			t.visit(n)
		}
	}
	for _, nodes := range t.found {
		v.merge(nodes)
	}
}

// A tarjan finds strongly connected components of two and more nodes.
type tarjan struct {
	successors func(node, func(node))
	number     map[node]int32 // order of the visit; negative when done
	count      int32
	calls      []visit
	path       []node
	found      [][]node
}

// A visit is a call of the recursive formulation.
type visit struct {
	node node
	low  int32
	todo []node
}

func (t *tarjan) visit(n node) {
	t.enter(n)
	for len(t.calls) > 0 {
		top := &t.calls[len(t.calls)-1]
		if len(top.todo) == 0 {
			t.leave()
			continue
		}
		succ := top.todo[len(top.todo)-1]
		top.todo = top.todo[:len(top.todo)-1]
		switch number := t.number[succ]; {
		case number == 0:
			t.enter(succ)
		case number > 0:
			top.low = min(top.low, number)
		}
	}
}

func (t *tarjan) enter(n node) {
	t.count++
	t.number[n] = t.count
	v := visit{node: n, low: t.count}
	t.successors(n, func(succ node) { v.todo = append(v.todo, succ) })
	t.calls = append(t.calls, v)
	t.path = append(t.path, n)
}

// leave ends the innermost visit: its node is the root of a component unless it
// reaches a node that was entered before.
func (t *tarjan) leave() {
	top := t.calls[len(t.calls)-1]
	t.calls = t.calls[:len(t.calls)-1]
	if len(t.calls) > 0 {
		caller := &t.calls[len(t.calls)-1]
		caller.low = min(caller.low, top.low)
	}
	if top.low != t.number[top.node] {
		return
	}
	first := len(t.path) - 1
	for t.path[first] != top.node {
		first--
	}
	members := append([]node(nil), t.path[first:]...)
	t.path = t.path[:first]
	for _, n := range members {
		t.number[n] = -1
	}
	if len(members) > 1 {
		t.found = append(t.found, members)
	}
}
