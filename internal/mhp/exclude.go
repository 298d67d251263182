package mhp

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// maxPairs bounds how many pairs of operations two sides may mean: instances of
// generic functions, and packages with and without their tests.
const maxPairs = 64

// Exclude looks for two sides of a cycle of locks that wait at the same time in no run of the
// program. If there are two such sides, the candidate cannot happen. The sides are different
// goroutines. In a cycle of two, each waits for a lock that the other holds.
//
// Without a proof it returns why: for each kind the reason of the attempt that came furthest.
// The time is linear in the program for each lock that may be a gate. For a pair of sides it
// is quadratic in the functions that lead to both.
func (p *Program) Exclude(sides []Side) (*Proof, []Refusal) {
	if len(sides) < 2 {
		return nil, []Refusal{{Why: OneSide}}
	}
	found := make([]located, len(sides))
	for i, s := range sides {
		var why Reason
		if found[i], why = p.locate(s); why != 0 {
			return nil, []Refusal{{Why: why, Func: s.Wants.Func}}
		}
	}
	best := map[Kind]*Refusal{}
	for i := range found {
		for j := i + 1; j < len(found); j++ {
			proof := p.excludePair(found[i], found[j], len(sides) == 2, best)
			if proof != nil {
				proof.Sides = [2]int{i, j}
				return proof, nil
			}
		}
	}
	if best[Order] != nil || best[Gate] != nil {
		delete(best, 0) // dead code is dead in a twin of the package, too, without its tests
	}
	var list []Refusal
	for _, k := range []Kind{0, Order, Gate} {
		if r := best[k]; r != nil {
			list = append(list, *r)
		}
	}
	return nil, list
}

// A located is a side as instructions.
type located struct{ wants, holds []ssa.Instruction }

func (p *Program) locate(s Side) (l located, why Reason) {
	if l.wants, why = p.operations(s.Wants); why != 0 {
		return l, why
	}
	for _, h := range s.Holds {
		list, why := p.operations(h)
		if why != 0 {
			return located{wants: l.wants}, 0 // proofs that need the locks fail
		}
		l.holds = append(l.holds, list...)
	}
	return l, 0
}

// excludePair proves all pairs of operations that two sides may mean.
func (p *Program) excludePair(a, b located, neighbours bool, best map[Kind]*Refusal) (proof *Proof) {
	pairs := 0
	for _, x := range a.wants {
		for _, y := range b.wants {
			if !together(x.Parent(), y.Parent()) {
				continue
			}
			if dead := p.dead(x, y); dead != nil {
				remember(best, dead)
				continue
			}
			c := pair{x, y, besides(x, a.holds), besides(y, b.holds), neighbours}
			if pairs++; pairs > maxPairs {
				remember(best, &Refusal{Why: ManyCombos, Func: syncop.RuntimeName(x.Parent())})
				return nil
			}
			found := p.prove(c, best)
			if found == nil {
				return nil
			}
			if proof == nil {
				proof = found
			}
		}
	}
	return proof
}

// dead returns a refusal for an operation that no run comes to.
func (p *Program) dead(list ...ssa.Instruction) *Refusal {
	for _, in := range list {
		if from, ok := p.entries(in); ok && len(from) == 0 {
			return &Refusal{Why: Unreached, Func: syncop.RuntimeName(in.Parent()), At: p.at(in)}
		}
	}
	return nil
}

func (p *Program) prove(c pair, best map[Kind]*Refusal) *Proof {
	for _, try := range []func(pair) (*Proof, *Refusal){p.order, p.gate} {
		proof, r := try(c)
		if proof != nil {
			return proof
		}
		remember(best, r)
	}
	return p.apart(c)
}

func remember(best map[Kind]*Refusal, r *Refusal) {
	if old := best[r.Kind]; old == nil || r.weight > old.weight {
		best[r.Kind] = r
	}
}

// together reports whether two functions can be in one process: of a package and
// of the same one with its tests, one is.
func together(a, b *ssa.Function) bool {
	p, q := packageOf(a), packageOf(b)
	return p == q || p == nil || q == nil || syncop.PackagePath(p) != syncop.PackagePath(q)
}

// besides returns the operations that can be in one process with another.
func besides(in ssa.Instruction, list []ssa.Instruction) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(list), func(h ssa.Instruction) bool { return !together(in.Parent(), h.Parent()) })
}
