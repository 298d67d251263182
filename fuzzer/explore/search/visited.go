package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// maxVisited is the number of choices that visited remembers, at most.
const maxVisited = 1 << 16

// Visited remembers the schedules that were run, as a tree of their choices, so that no
// strategy of several runs one again. It serves small tests. With more than maxVisited
// choices, or when a point is not as it was before, it forgets all and lets everything pass.
//
// A choice is an edge of the tree, named by its rank in the base schedule's order. A node is
// done when every schedule that begins with its choices was run. Each run takes one pass over
// its choices, each of which is looked for among its siblings.
type Visited struct {
	order.Order
	random random.Random
	nodes  []fork  // the first is the beginning; nil when there is no tree
	at     int32   // node of this run, or outside
	leaves int     // schedules that were run
	weight float64 // of this run: the reciprocal of its probability among those that were not run
}

// A fork is a node.
type fork struct {
	mark          uint32 // of the point, 0 before a run went on from here
	n, free, kept uint16 // of its ranking
	rank          uint16 // of the choice that leads here
	done          bool
	closed        uint16 // how many choices lead to nodes that are done
	parent        int32
	first, next   int32 // child and sibling, 0 for none
}

// outside is no node: the run has left the tree.
const outside = -1

// NewVisited remembers nothing yet. It ranks choices as a search does that may pass what others have run.
func NewVisited(f *Frontier) Visited {
	return Visited{Order: order.Order{Change: f.Change}, nodes: make([]fork, 1, 64)}
}

// Begin begins a run.
func (v *Visited) Begin(r random.Random) {
	v.Order.Reset()
	v.random, v.at, v.weight = r, 0, 1
}

// Choose notes the choice of an index at a point, and returns it. When the choice is free
// and every schedule after it was run, it draws another one.
func (v *Visited) Choose(p *point.Point, index int, free bool) int {
	if v.nodes == nil || v.at < 0 {
		return index
	}
	r := v.Rank(p)
	if !v.meets(r, order.MarkOf(p)) {
		v.nodes = nil
		return index
	}
	rank := v.turn(r.RankOf(index), free)
	v.descend(rank)
	return v.Order.Choose(p, r, rank)
}

// Draw is choose for a draw. A number that is no alternative, since there are too many, leads out of the tree: no schedules
// are all after such a draw.
func (v *Visited) Draw(d *random.Draw, code uint32, free bool) uint32 {
	n := d.Alternatives()
	if v.nodes == nil || v.at < 0 {
		return code
	}
	if !v.meets(order.Ranking{N: n, Free: 1, Kept: n}, d.Mark()) {
		v.nodes = nil
		return code
	}
	was := d.RankOf(code)
	rank := v.turn(was, free)
	switch {
	case rank == random.SampledRanks-1 && d.Sampled():
		v.at = outside
		return d.Other(&v.random)
	case rank != was:
		code = d.Code(rank)
	}
	v.descend(rank)
	return code
}

// turn is the rank that is chosen here where one is proposed.
func (v *Visited) turn(rank int, free bool) int {
	here := &v.nodes[v.at]
	v.weight = min(v.weight*float64(here.n-here.closed), random.MaxWeight)
	if free && here.closed < here.n && v.isDone(rank) {
		return v.open(v.random.Below(int(here.n - here.closed)))
	}
	return rank
}

// meets reports whether a point may be that of this node.
func (v *Visited) meets(r order.Ranking, mark uint32) bool {
	here := &v.nodes[v.at]
	if here.mark != 0 {
		return here.mark == mark && int(here.n) == r.N
	}
	if here.done || len(v.nodes) >= maxVisited || r.N >= 1<<16 {
		return false // another run ended here
	}
	here.mark, here.n = mark, uint16(r.N)
	here.free, here.kept = uint16(min(r.Free, 1<<16-1)), uint16(min(r.Kept, 1<<16-1))
	return true
}

// child is the node that a choice leads to, 0 when no run has made it.
func (v *Visited) child(of int32, rank int) int32 {
	i := v.nodes[of].first
	for i != 0 && int(v.nodes[i].rank) != rank {
		i = v.nodes[i].next
	}
	return i
}

func (v *Visited) isDone(rank int) bool {
	i := v.child(v.at, rank)
	return i != 0 && v.nodes[i].done
}

// open is the k-th choice after which there is a schedule that was not run.
func (v *Visited) open(k int) (rank int) {
	for ; ; rank++ {
		if v.isDone(rank) {
			continue
		}
		if k == 0 {
			return rank
		}
		k--
	}
}

func (v *Visited) descend(rank int) {
	i := v.child(v.at, rank)
	if i == 0 {
		i = int32(len(v.nodes))
		v.nodes = append(v.nodes, fork{rank: uint16(rank), parent: v.at, next: v.nodes[v.at].first})
		v.nodes[v.at].first = i
	}
	v.at = i
}

// End ends a run.
func (v *Visited) End() {
	if v.nodes == nil || v.at < 0 {
		return
	}
	here := &v.nodes[v.at]
	if here.mark != 0 { // another run went on from here
		v.nodes = nil
		return
	}
	if here.done {
		return
	}
	here.done = true
	v.leaves++
	for i := v.at; i != 0; {
		i = v.nodes[i].parent
		up := &v.nodes[i]
		up.closed++
		if up.done = up.closed == up.n; !up.done {
			return
		}
	}
}

// All reports whether every schedule was run.
func (v *Visited) All() bool { return v.nodes != nil && v.nodes[0].done }

// Estimate is one of the number of all schedules, by this run, whose choices were drawn with
// the same probability each. It is 0 when the run has left the tree.
func (v *Visited) Estimate() (weight float64, ok bool) {
	if v.at < 0 {
		return 0, true
	}
	return v.weight + float64(v.leaves-1), v.nodes != nil
}

// Passes lets a search that has begun pass the schedule that it would run, as if it had. It
// reports false, and does nothing, when that one was not run.
func (v *Visited) Passes(f *Frontier) bool {
	w := &f.path
	if v.nodes == nil || !v.has(w) {
		return false
	}
	for at := int32(0); v.nodes[at].mark != 0; {
		here := v.nodes[at]
		at = v.child(at, w.take(int(here.n), int(here.free), int(here.kept), here.mark))
	}
	return true
}

// has reports whether the schedule of a path was run: its given choices, and the base
// schedule after them.
func (v *Visited) has(w *path) bool {
	at := int32(0)
	for i := 0; ; i++ {
		here := &v.nodes[at]
		if here.mark == 0 {
			return here.done && i >= w.given
		}
		rank := 0
		if i < w.given {
			rank = int(w.steps[i].rank)
		}
		if at = v.child(at, rank); at == 0 {
			return false
		}
	}
}
