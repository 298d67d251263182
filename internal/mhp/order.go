package mhp

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// order looks for a function in each activation of which one operation is over
// before the other begins.
func (p *Program) order(c pair) (*Proof, *Refusal) {
	if proof := p.initialOrder(c); proof != nil {
		return proof, nil
	}
	if proof := p.onceOrder(c); proof != nil {
		return proof, nil
	}
	above := map[*ssa.Function]bool{}
	for _, fn := range p.ancestors(c.b.Parent()) {
		above[fn] = true
	}
	best := p.outside(c)
	for _, f := range p.ancestors(c.a.Parent()) {
		if !above[f] {
			continue
		}
		proof, r := p.orderIn(c, f)
		if proof != nil {
			return proof, nil
		}
		if r.weight >= best.weight {
			best = r
		}
	}
	return nil, best
}

// outside is the refusal for operations without a common ancestor: an outside
// caller calls a function on the way.
func (p *Program) outside(c pair) *Refusal {
	for _, in := range []ssa.Instruction{c.a, c.b} {
		list, _ := p.entries(in)
		for _, e := range list {
			if r := p.isEntry(e.fn); r.Open != CallersKnown {
				return r
			}
		}
	}
	return &Refusal{Kind: Order, Why: NoAncestor}
}

// The weights of refusals, by how far a proof came.
const (
	weightAnchors = iota + 1
	weightOverlap
	weightMany
)

// orderIn is order for one function.
func (p *Program) orderIn(c pair, f *ssa.Function) (*Proof, *Refusal) {
	anchorsA, r := p.anchors(c.a, f)
	if r != nil {
		r.weight = weightAnchors
		return nil, r
	}
	anchorsB, r := p.anchors(c.b, f)
	if r != nil {
		r.weight = weightAnchors
		return nil, r
	}
	o := ordering{p: p, f: f}
	for _, a := range anchorsA {
		for _, b := range anchorsB {
			if !o.excluded(a, b) {
				return nil, &Refusal{Kind: Order, Why: Overlap, Func: syncop.RuntimeName(f), At: p.at(b.site), weight: weightOverlap}
			}
		}
	}
	if !p.single(f) && !p.fresh(c, f) {
		return nil, &Refusal{Kind: Order, Why: ManyActivation, Func: syncop.RuntimeName(f), At: p.fset.Position(f.Pos()), weight: weightMany}
	}
	return o.proof(), nil
}

// An ordering has the anchors of two operations in one function, and the proof of their
// order.
type ordering struct {
	p     *Program
	f     *ssa.Function
	rests []ssa.Instruction // the go statements and Waits
	wait  bool
}

// excluded reports whether what runs below two anchors in one activation never
// runs at the same time in two goroutines.
func (o *ordering) excluded(a, b anchor) bool {
	switch {
	case !a.async && !b.async:
		return true // the goroutine of the activation does both
	case a.kind == byDefer, b.kind == byDefer:
		return false
	case a.site == b.site && !(a.tail && b.tail):
		return false // one call may start several goroutines
	}
	if !o.over(a, b) || !o.over(b, a) {
		return false
	}
	for _, x := range []anchor{a, b} {
		if x.async {
			o.rests = append(o.rests, x.site)
		}
	}
	return true
}

// over reports whether what runs below a is over when control comes from a to b.
func (o *ordering) over(a, b anchor) bool {
	if !a.async || !comes(a.site, b.site) {
		return true
	}
	wait := joins(a, o.f)
	if wait == nil || comesWithout(a.site, b.site, wait) {
		return false
	}
	o.wait = true
	for _, blk := range o.f.Blocks {
		for _, in := range blk.Instrs {
			if wait(in) {
				o.rests = append(o.rests, in)
			}
		}
	}
	return true
}

// proof words what was found.
func (o *ordering) proof() *Proof {
	proof := &Proof{Kind: Order}
	seen := map[string]bool{}
	add := func(at token.Position) {
		if !seen[short(at)] {
			seen[short(at)] = true
			proof.At = append(proof.At, at)
		}
	}
	for _, in := range o.rests {
		add(o.p.at(in))
	}
	slices.SortFunc(proof.At, func(a, b token.Position) int {
		return cmp.Or(strings.Compare(a.Filename, b.Filename), a.Line-b.Line)
	})
	name := syncop.RuntimeName(o.f)
	switch {
	case len(o.rests) == 0:
		add(o.p.fset.Position(o.f.Pos()))
		proof.Why = fmt.Sprintf("one goroutine does both in %s, one after the other", name)
	case o.wait:
		proof.Why = fmt.Sprintf("%s waits for one to end before it begins the other", name)
	default:
		proof.Why = fmt.Sprintf("%s does one before it starts the other", name)
	}
	return proof
}
