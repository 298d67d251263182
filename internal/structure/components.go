package structure

// components returns the strongly connected components of a directed graph
// whose nodes are the indices of next, in time linear in nodes and edges.
//
// Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J.
// Comput. 1(2), 1972, procedure STRONGCONNECT. It recurses: one frame per node of a path.
func components(next [][]int) [][]int {
	s := search{next: next, number: make([]int, len(next)), low: make([]int, len(next)), onStack: make([]bool, len(next))}
	for v := range next {
		if s.number[v] == 0 {
			s.visit(v)
		}
	}
	return s.found
}

// search is the state of one depth-first search.
type search struct {
	next    [][]int
	count   int
	number  []int // in order of visits, from 1; 0 before that
	low     []int // smallest number on the stack that is reached from here
	stack   []int
	onStack []bool
	found   [][]int
}

func (s *search) visit(v int) {
	s.count++
	s.number[v], s.low[v] = s.count, s.count
	s.stack, s.onStack[v] = append(s.stack, v), true
	for _, w := range s.next[v] {
		switch {
		case s.number[w] == 0:
			s.visit(w)
			s.low[v] = min(s.low[v], s.low[w])
		case s.onStack[w]:
			s.low[v] = min(s.low[v], s.number[w])
		}
	}
	if s.low[v] == s.number[v] {
		s.found = append(s.found, s.pop(v))
	}
}

// pop takes the component of v from the stack.
func (s *search) pop(v int) []int {
	var component []int
	for {
		w := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.onStack[w] = false
		component = append(component, w)
		if w == v {
			return component
		}
	}
}
