package heap

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A world gives the symbols values, and functions results. It is the naive oracle.
type world struct {
	ints  map[string]int64
	bools map[string]bool
	refs  map[string]int
	f     [16]int64 // of an argument from -4 on
}

// number is the value of a term of sort Int.
func (w *world) number(t *Term) int64 {
	switch t.op {
	case opConst:
		return t.num
	case opSymbol:
		return w.ints[t.text]
	case opApply:
		return w.f[(w.number(t.args[0])%16+20)%16]
	}
	n := t.num
	for i, a := range t.args {
		n += t.coefs[i] * w.number(a)
	}
	return n
}

func (w *world) ref(t *Term) int {
	if t.op == opConst {
		return len(t.text)
	}
	return w.refs[t.text]
}

// holds is the value of a term of sort Bool.
func (w *world) holds(t *Term) bool {
	switch t.op {
	case opConst:
		return t.num != 0
	case opSymbol:
		return w.bools[t.text]
	case opNot:
		return !w.holds(t.args[0])
	case opAtMost:
		return w.number(t.args[0]) <= 0
	}
	switch x := t.args[0]; {
	case len(t.args) == 1:
		return w.number(x) == 0
	case x.Sort == Bool:
		return w.holds(x) == w.holds(t.args[1])
	default:
		return w.ref(x) == w.ref(t.args[1])
	}
}

var letters = []string{"a", "b", "c"}

// worlds are all worlds with small numbers, each with a function.
func worlds(r *rand.Rand) (list []*world) {
	for n := range 4 * 4 * 4 {
		for m := range 8 {
			w := &world{map[string]int64{}, map[string]bool{}, map[string]int{}, [16]int64{}}
			for i, s := range letters {
				w.ints[s] = int64(n>>(2*i)&3) - 1
				w.bools[s] = m>>i&1 != 0
				w.refs[s] = r.IntN(3)
			}
			for i := range w.f {
				w.f[i] = r.Int64N(4) - 1
			}
			list = append(list, w)
		}
	}
	return list
}

// number makes a random sum.
func number(p *Pool, r *rand.Rand, deep int) *Term {
	switch n := r.IntN(8); {
	case n < 3 || deep == 0:
		return p.Symbol(Int, letters[r.IntN(3)])
	case n == 3:
		return p.Num(r.Int64N(5) - 2)
	case n == 4:
		return p.Apply(Int, "f", number(p, r, deep-1))
	case n == 5:
		return p.Times(number(p, r, deep-1), r.Int64N(5)-2)
	case n == 6:
		return p.Minus(number(p, r, deep-1), number(p, r, deep-1))
	}
	return p.Plus(number(p, r, deep-1), number(p, r, deep-1))
}

// literal makes a random term of sort Bool.
func literal(p *Pool, r *rand.Rand) *Term {
	ref := func() *Term {
		if r.IntN(4) == 0 {
			return p.Object([]string{"", "x", "yy"}[r.IntN(3)])
		}
		return p.Symbol(Ref, letters[r.IntN(3)])
	}
	var t *Term
	switch r.IntN(6) {
	case 0:
		t = p.AtMost(number(p, r, 2), number(p, r, 2))
	case 1:
		t = p.Less(number(p, r, 2), number(p, r, 2))
	case 2:
		t = p.Equal(number(p, r, 2), number(p, r, 2))
	case 3:
		t = p.Equal(ref(), ref())
	case 4:
		t = p.Symbol(Bool, letters[r.IntN(3)])
	default:
		t = p.Equal(p.Symbol(Bool, letters[r.IntN(3)]), literal(p, r))
	}
	if r.IntN(3) == 0 {
		t = p.Not(t)
	}
	return t
}

// TestTerms: the normal form of a term has its value in each world.
func TestTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	all := worlds(r)
	for range 3000 {
		p, w := NewPool(), all[r.IntN(len(all))]
		x, y := number(p, r, 3), number(p, r, 3)
		for what, same := range map[string]bool{
			"plus":  w.number(p.Plus(x, y)) == w.number(x)+w.number(y),
			"minus": w.number(p.Minus(x, y)) == w.number(x)-w.number(y),
			"times": w.number(p.Times(x, -3)) == -3*w.number(x),
			"most":  w.holds(p.AtMost(x, y)) == (w.number(x) <= w.number(y)),
			"less":  w.holds(p.Less(x, y)) == (w.number(x) < w.number(y)),
			"equal": w.holds(p.Equal(x, y)) == (w.number(x) == w.number(y)),
			"not":   w.holds(p.Not(p.Less(x, y))) == (w.number(x) >= w.number(y)),
			"one":   p.Less(x, y) == p.Not(p.AtMost(y, x)) && p.Plus(x, y) == p.Plus(y, x),
		} {
			if !same {
				t.Fatalf("%s of %s and %s", what, x.Format(), y.Format())
			}
		}
	}
}

// TestSolver: what the solver says holds in each world in which the literals hold.
func TestSolver(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	all := worlds(r)
	answers := map[Answer]int{}
	for range 4000 {
		p := NewPool()
		s, left, path := NewSolver(p), all, []string{}
		for range 1 + r.IntN(5) {
			l := literal(p, r)
			path = append(path, l.Format())
			feasible := s.Assume(l)
			left = slices.DeleteFunc(slices.Clone(left), func(w *world) bool { return !w.holds(l) })
			if !feasible && len(left) > 0 {
				t.Fatalf("%q: a contradiction, but %+v", path, left[0])
			}
			if !feasible {
				break
			}
		}
		if s.over {
			continue
		}
		q := literal(p, r)
		a := s.Ask(q)
		answers[a]++
		for _, w := range left {
			if a == Yes && !w.holds(q) || a == No && w.holds(q) {
				t.Fatalf("%q: %s is answered by %d, but %+v", path, q.Format(), a, w)
			}
		}
		if s.over {
			t.Fatalf("%q: the question %s has changed the path", path, q.Format())
		}
	}
	if answers[Yes] < 100 || answers[No] < 100 || answers[Open] < 100 {
		t.Errorf("answers %v: one of them hardly comes", answers)
	}
}

// TestDifferences: of differences and bounds the solver finds each contradiction.
func TestDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	all := worlds(r)
	found := 0
	for range 3000 {
		p := NewPool()
		s, path := NewSolver(p), []*Term{}
		for _, name := range letters {
			x := p.Symbol(Int, name)
			path = append(path, p.AtMost(p.Num(-1), x), p.AtMost(x, p.Num(2)))
		}
		for range 1 + r.IntN(6) {
			x, y := p.Symbol(Int, letters[r.IntN(3)]), p.Symbol(Int, letters[r.IntN(3)])
			path = append(path, p.AtMost(x, p.Plus(y, p.Num(r.Int64N(5)-2))))
		}
		feasible := true
		for _, l := range path {
			feasible = s.Assume(l)
		}
		want := slices.ContainsFunc(all, func(w *world) bool {
			return !slices.ContainsFunc(path, func(l *Term) bool { return !w.holds(l) })
		})
		if feasible != want {
			t.Fatalf("feasible %t, want %t: %s", feasible, want, formats(path))
		}
		if !want {
			found++
		}
	}
	if found == 0 {
		t.Error("no contradiction came")
	}
}

func formats(list []*Term) (out []string) {
	for _, l := range list {
		out = append(out, l.Format())
	}
	return out
}

// TestTurns: bounds that contradict each other end the questions about functions of their terms.
func TestTurns(t *testing.T) {
	p := NewPool()
	s := NewSolver(p)
	x, y, z := p.Symbol(Int, "x"), p.Symbol(Int, "y"), p.Symbol(Int, "z")
	for _, l := range []*Term{
		p.Not(p.Equal(p.Apply(Ref, "at", x), p.Apply(Ref, "at", y))), p.Equal(p.Apply(Ref, "at", z), p.Object("")), p.Less(x, y), p.Less(y, z),
	} {
		s.Assume(l)
	}
	if s.Ask(p.Less(x, z)) != Yes {
		t.Error("x < y and y < z, but not x < z")
	}
}

// TestAnswers has questions that a path of a program asks.
func TestAnswers(t *testing.T) {
	p := NewPool()
	i, n, ok := p.Symbol(Int, "i"), p.Symbol(Int, "n"), p.Symbol(Bool, "ok")
	err, shard := p.Symbol(Ref, "err"), func(x *Term) *Term { return p.Apply(Ref, "shard", x) }
	mode := p.Symbol(Text, "mode")
	for _, c := range []struct {
		given []*Term
		asks  *Term
		want  Answer
	}{
		{nil, ok, Open},
		{[]*Term{ok}, p.Not(ok), No},
		{[]*Term{p.Less(i, n), p.AtMost(p.Num(0), i)}, p.Less(p.Num(0), n), Yes},
		{[]*Term{p.Less(i, n)}, p.Equal(p.Plus(i, p.Num(1)), n), Open},
		{[]*Term{p.Equal(i, n)}, p.Equal(shard(i), shard(n)), Yes},
		{[]*Term{p.Equal(i, p.Num(2))}, p.Equal(shard(i), shard(p.Num(2))), Yes},
		{[]*Term{p.Not(p.Equal(i, n))}, p.Equal(shard(i), shard(n)), Open},
		{[]*Term{p.Not(p.Equal(shard(i), shard(n)))}, p.Equal(i, n), No},
		{[]*Term{p.Not(p.Equal(err, p.Object("")))}, p.Equal(err, p.Object("")), No},
		{[]*Term{p.Equal(err, p.Object("io.EOF"))}, p.Equal(err, p.Object("")), No},
		{[]*Term{p.Equal(mode, p.String("read"))}, p.Equal(mode, p.String("write")), No},
		{[]*Term{p.AtMost(p.Num(1), i), p.AtMost(i, p.Num(3)), p.Not(p.Equal(i, p.Num(1))), p.Not(p.Equal(i, p.Num(3)))}, p.Equal(i, p.Num(2)), Yes},
		{[]*Term{p.Equal(p.Times(i, 2), p.Plus(p.Times(n, 2), p.Num(1)))}, ok, No}, // an even number is no odd one
		{[]*Term{p.Equal(ok, p.Less(i, n)), ok}, p.AtMost(n, i), Open},             // a comparison that is a value has no case split
	} {
		s := NewSolver(p)
		for _, l := range c.given {
			s.Assume(l)
		}
		if got := s.Ask(c.asks); got != c.want {
			t.Errorf("%q: %s is %s, want %s", formats(c.given), c.asks.Format(), words[got], words[c.want])
		}
	}
}

var words = map[Answer]string{Open: "open", Yes: "yes", No: "no"}

func BenchmarkAsk(b *testing.B) {
	p := NewPool()
	s := NewSolver(p)
	for i := range 20 {
		x := p.Symbol(Int, fmt.Sprint("x", i))
		s.Assume(p.Less(x, p.Symbol(Int, fmt.Sprint("x", i+1))))
		s.Assume(p.Not(p.Equal(p.Apply(Ref, "at", x), p.Object(""))))
	}
	q := p.Less(p.Symbol(Int, "x0"), p.Symbol(Int, "x20"))
	for b.Loop() {
		s.Ask(q)
	}
}
