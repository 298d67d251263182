package pointer

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// naive is the whole-program solver one would write down from the rules: it
// applies all of them to all elements until nothing changes.
func naive(s *system) []map[node]bool {
	sets := make([]map[node]bool, len(s.cells))
	for i := range sets {
		sets[i] = map[node]bool{}
	}
	changed := true
	include := func(dst node, elements ...node) {
		for _, e := range elements {
			if dst != 0 && e != 0 && !sets[dst][e] {
				sets[dst][e] = true
				changed = true
			}
		}
	}
	all := func(n node) (list []node) {
		for e := range sets[n] {
			list = append(list, e)
		}
		return list
	}
	for changed {
		changed = false
		for _, c := range s.constraints {
			switch c.kind {
			case addrOf:
				include(c.dst, c.src)
			case move:
				include(c.dst, all(c.src)...)
			case filter:
				for _, e := range all(c.src) {
					include(c.dst, s.filtered(e, c.tag))
				}
			case field:
				for _, e := range all(c.src) {
					include(c.dst, s.fieldOf(e, c.off, c.tag))
				}
			case cast:
				for _, e := range all(c.src) {
					include(c.dst, s.castTo(e, c.tag))
				}
			case load:
				include(c.dst, all(s.spill[class(c.tag)])...)
				for _, e := range all(c.src) {
					from, element := s.loaded(e, c.off, class(c.tag))
					include(c.dst, element)
					include(c.dst, all(from)...)
				}
			case store:
				for _, e := range all(c.dst) {
					include(s.stored(e, c.off, class(c.tag)), all(c.src)...)
				}
			}
		}
	}
	return sets
}

// random makes a small system with everything in it: structs of several
// classes, wild objects, boxes, the element anything and a mark.
func random(r *rand.Rand) (*system, []node) {
	s := newSystem()
	s.isStruct = func(sh shape) bool { return sh == 1 || sh == 2 }
	s.mirrors = func(sh shape) bool { return sh%2 == 0 }
	classes := []class{0, s.class(), s.class(), s.class()}
	var places []node
	for range 3 + r.IntN(8) {
		o := object{wild: r.IntN(4) == 0, boxed: r.IntN(5) == 0}
		size := 1 + r.IntN(4)
		cls, shapes := make([]class, size), make([]shape, size)
		for i := range size {
			cls[i] = classes[r.IntN(len(classes))]
			shapes[i] = shape(1 + r.IntN(4))
		}
		first := s.object(o, cls, shapes)
		for i := range size {
			places = append(places, first+node(i))
			if o.wild && cls[i] != 0 {
				s.spilled(cls[i])
				s.held[first+node(i)] = places[r.IntN(len(places))]
			}
		}
	}
	for _, sh := range []shape{anything, mirrored, mark} {
		places = append(places, s.object(object{}, []class{0}, []shape{sh}))
	}
	place := func() node { return places[r.IntN(len(places))] }
	for sh := range shape(5) {
		s.unseen[sh] = place()
		s.filters = append(s.filters, acceptance{concrete: true, shape: sh, holder: sh, unseen: place(), boxed: r.IntN(3) == 0})
	}
	s.filters = append(s.filters, acceptance{}, acceptance{accept: func(sh shape, boxed bool) bool { return sh > 2 || boxed }})
	var vars []node
	for range 4 + r.IntN(12) {
		vars = append(vars, s.node())
	}
	any := func() node { return vars[r.IntN(len(vars))] }
	for range 5 + r.IntN(40) {
		randomConstraint(s, r, any, place, classes)
	}
	return s, vars
}

func randomConstraint(s *system, r *rand.Rand, any, place func() node, classes []class) {
	off, cl := int32(r.IntN(3)), tag(classes[1+r.IntN(len(classes)-1)])
	switch kind(r.IntN(8)) {
	case addrOf:
		s.add(addrOf, any(), place(), 0, noTag)
	case move:
		s.add(move, any(), any(), 0, noTag)
	case filter:
		s.add(filter, any(), any(), 0, tag(r.IntN(len(s.filters))))
	case field:
		s.add(field, any(), any(), off, tag(1+r.IntN(4)))
	case load:
		s.add(load, any(), any(), off, cl)
	case store:
		s.add(store, any(), any(), off, cl)
	case cast:
		s.add(cast, any(), any(), 0, tag(r.IntN(5)))
	default: // into a cell, as the value in a box
		if n := place(); s.cells[n].class != 0 && !s.wild(n) {
			s.add(move, n, any(), 0, noTag)
		}
	}
}

// TestSolveAgainstNaive compares whole systems.
func TestSolveAgainstNaive(t *testing.T) {
	for seed := range uint64(3000) {
		s, _ := random(rand.New(rand.NewPCG(seed, 1)))
		rows := make([]int32, len(s.constraints))
		for i := range rows {
			rows[i] = int32(i)
		}
		solution, want := solve(s, rows), naive(s)
		for n := range s.cells {
			compare(t, seed, node(n), solution.points(node(n)), want[n])
		}
	}
}

// TestSliceAgainstNaive compares what one variable can point to when only what
// it needs is solved.
func TestSliceAgainstNaive(t *testing.T) {
	smaller := 0
	for seed := range uint64(3000) {
		s, vars := random(rand.New(rand.NewPCG(seed, 2)))
		want := naive(s)
		for _, n := range vars {
			rows := newDemand(s).slice([]node{n}, nil)
			compare(t, seed, n, solve(s, rows).points(n), want[n])
			if len(rows) < len(s.constraints)/2 {
				smaller++
			}
		}
	}
	if smaller == 0 {
		t.Error("no slice was smaller than half of its system")
	}
}

func compare(t *testing.T, seed uint64, n node, got *intset, want map[node]bool) {
	t.Helper()
	same := got.len() == len(want)
	for e := range got.all {
		same = same && want[e]
	}
	if !same {
		t.Fatalf("seed %d: node %d points to %v, want %v", seed, n, elementsOf(got), want)
	}
}

func elementsOf(s *intset) (list []node) {
	for e := range s.all {
		list = append(list, e)
	}
	return list
}

func TestIntset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var a, b, delta intset
		want := map[int32]bool{}
		for range r.IntN(50) {
			x := int32(r.IntN(1000))
			if a.add(x) == want[x] {
				t.Fatal("add reports what is not so")
			}
			want[x] = true
		}
		fresh := 0
		for range r.IntN(50) {
			x := int32(r.IntN(1000))
			if b.add(x) && !want[x] {
				fresh++
			}
			want[x] = true
		}
		if a.addAll(&b, &delta) != (fresh > 0) || delta.len() != fresh {
			t.Fatal("addAll reports what is not so")
		}
		compare(t, 0, 0, &a, want)
		for x := range want {
			if !a.has(x) {
				t.Fatal("has")
			}
		}
	}
}

// len returns the number of elements.
func (s *intset) len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s *intset) has(x int32) bool {
	i, ok := s.find(x >> 6)
	return ok && s.words[i]&(1<<(x&63)) != 0
}
