package shrink

// A Reduction makes a list smaller that has a property. It takes away all items, then half of them at a time, then a quarter, and so
// on. Single items are tried until none of them can be taken away. Source: Zeller, Hildebrandt: Simplifying and
// isolating failure-inducing input, TSE 2002, without the tests of subsets, which would need the others to be without
// effect. It asks for at most n² + 3n lists, and for some n of them when few items matter.
type Reduction struct {
	n        int // items of the list
	at, part int // so many from here on are taken away
	improved bool
}

// NewReduction begins with a list of n items that has the property.
func NewReduction(n int) Reduction { return Reduction{n: n, part: n} }

// Taken are the items that the next list lacks.
func (r *Reduction) Taken() (from, to int) { return min(r.at, r.n), min(r.at+r.part, r.n) }

// Shrunk is told that the next list has the property, and that n of its items are left. They are the list from now on.
func (r *Reduction) Shrunk(n int) {
	r.n, r.improved = n, true
	r.settle()
}

// Needed is told that the next list does not have the property.
func (r *Reduction) Needed() {
	r.at += r.part
	r.settle()
}

// settle goes on with smaller parts after the last one.
func (r *Reduction) settle() {
	for r.at >= r.n && r.part > 0 {
		if r.part > 1 || !r.improved || r.n == 0 {
			r.part = min(r.part, r.n) / 2
		}
		r.at, r.improved = 0, false
	}
}

// Done reports whether there is nothing more to take away.
func (r *Reduction) Done() bool { return r.part == 0 }
