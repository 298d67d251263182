package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// MaxWaiting is the number of schedules that wait, at most. With more, a search
// goes on depth first in the end, and then it visits schedules again.
const MaxWaiting = 1 << 18

// A Branch is a schedule of a search that goes by cost or length. It has the choices of
// its parent before one choice, another rank there, and the base schedule after it.
type Branch struct {
	Parent uint32 // its number in the list, from 1; 0 for the base schedule
	At     uint32 // the choice
	Rank   uint16
	Cost   uint32 // of the choices up to this one
	Mark   uint32 // of the point
	Waits  bool   // it was not visited yet; else others begin with it
}

// A Frontier visits schedules by their key, lowest first, and keeps those that wait. A
// run adds the schedules that branch off from it after its own branch. Their key is
// never lower, so each schedule is added once, and in time.
//
//	icb    by preemptions (Musuvathi, Qadeer: Iterative context bounding, PLDI 2007)
//	delay  by delays
//	bfs    by the length of the given choices
//	capp   by choices away from changed code, then by preemptions
type Frontier struct {
	path
	config  config.Config
	limit   int      // of live
	nodes   []node   // the first is the base schedule
	heads   []uint32 // for each key, the node that came last
	low     int      // there is nothing below this key
	unused  uint32   // a node
	live    int
	now     uint32 // node of the current run
	runs    int
	cut     bool // there are schedules beyond the bound
	dropped bool // there were more than the limit
	lack    int  // the lowest key of these
	below   int  // icb: each schedule with fewer preemptions was visited
}

// A node is a branch whose parent is an index in nodes.
type node struct {
	Branch
	next     uint32 // with the same key, or unused; 0 ends the list
	children uint32 // in use
}

// NewFrontier returns a search that keeps at most so many schedules that wait.
func NewFrontier(c config.Config, limit int) *Frontier {
	p := config.PlaceOf[Unvisited](&c)
	f := &Frontier{path: newPath(c), config: c, limit: limit, runs: c.Runs, cut: c.Cut, dropped: p.Dropped, below: p.below}
	f.lost = c.Lost
	f.nodes = make([]node, 1, 1+len(p.Waiting))
	f.nodes[0].Waits = c.Runs == 0
	for i, b := range p.Waiting {
		if b.Parent > uint32(i) || b.At >= point.MaxPoints { // Parse lets none pass
			f.lost = true
			break
		}
		f.add(b)
	}
	f.config.Place = nil
	f.settle()
	return f
}

func (f *Frontier) key(b *Branch) int {
	switch f.config.Strategy {
	case "bfs":
		return int(b.At)
	case "capp":
		return cappKey(b.Cost)
	}
	return int(min(b.Cost, point.MaxPoints)) // beyond, the order is lost, but nothing else
}

// add makes a node, and lets it wait if it does.
func (f *Frontier) add(b Branch) {
	i := f.unused
	if i != 0 {
		f.unused = f.nodes[i].next
	} else {
		i = uint32(len(f.nodes))
		f.nodes = append(f.nodes, node{})
	}
	f.live++
	f.nodes[b.Parent].children++
	f.nodes[i] = node{Branch: b}
	if !b.Waits {
		return
	}
	k := f.key(&b)
	for len(f.heads) <= k {
		f.heads = append(f.heads, 0)
	}
	f.nodes[i].next, f.heads[k] = f.heads[k], i
}

// settle makes the first that waits the next to run, if there is one.
func (f *Frontier) settle() (more bool) {
	f.now = 0
	if f.nodes[0].Waits {
		return true
	}
	for f.low < len(f.heads) && f.heads[f.low] == 0 {
		f.low++
	}
	if f.low == len(f.heads) {
		return false
	}
	f.now = f.heads[f.low]
	return true
}

// Begin begins a run.
func (f *Frontier) Begin(int) {
	given := 0
	if f.now != 0 {
		given = int(f.nodes[f.now].At) + 1
	}
	clear(f.steps[:given])
	for i := f.now; i != 0; i = f.nodes[i].Parent {
		b := &f.nodes[i].Branch
		f.steps[b.At].rank, f.steps[b.At].mark = b.Rank, b.Mark
	}
	f.start(given)
}

// End ends a run, and reports whether there is another one.
func (f *Frontier) End(int) bool {
	if f.Done() { // the run was one too many
		return false
	}
	f.runs++
	f.visited()
	n := f.finish()
	for i := f.given; i < n; i++ {
		f.branch(uint32(i), &f.steps[i])
	}
	f.release(f.now)
	more := f.settle()
	f.know()
	return more
}

// know notes up to which number of preemptions each schedule was visited.
func (f *Frontier) know() {
	if f.lost || f.config.Strategy != "icb" {
		return
	}
	below := f.low
	if f.Done() {
		below = f.config.Depth + 1
	}
	if f.dropped {
		below = min(below, f.lack)
	}
	f.below = max(f.below, below)
}

// visited takes the node of the run out of its list.
func (f *Frontier) visited() {
	n := &f.nodes[f.now]
	if f.now != 0 && n.Waits {
		f.heads[f.low] = n.next
	}
	n.Waits = false
}

// branch adds the alternatives to a choice.
func (f *Frontier) branch(at uint32, s *step) {
	for rank := 1; rank < int(s.n); rank++ {
		switch {
		case !f.within(f.config.Depth, s, rank):
			f.cut = true
			return // ranks after this one cost no less
		case f.now == 0 && !f.config.Deals(int(at), rank):
			continue
		case f.live >= f.limit:
			f.drop(int(s.cost + f.costs(s, rank)))
			return
		}
		f.add(Branch{f.now, at, uint16(rank), s.cost + f.costs(s, rank), s.mark, true})
	}
}

// drop leaves out a schedule with a key, and those after it.
func (f *Frontier) drop(key int) {
	if !f.dropped {
		f.dropped, f.lack = true, key
	}
	f.lack = min(f.lack, key)
}

// release gives back a node that was visited and that nothing begins with, and
// those before it.
func (f *Frontier) release(i uint32) {
	for i != 0 && !f.nodes[i].Waits && f.nodes[i].children == 0 {
		parent := f.nodes[i].Parent
		f.nodes[i].next, f.unused = f.unused, i
		f.nodes[parent].children--
		f.live--
		i = parent
	}
}

// Done reports whether no schedule waits.
func (f *Frontier) Done() bool { return f.now == 0 && !f.nodes[0].Waits }

// Complete reports whether each schedule within the bound was visited.
func (f *Frontier) Complete() bool { return f.Done() && !f.lost && !f.dropped }

// Resume is the search as another process carries on with it.
func (f *Frontier) Resume() config.Config {
	c := f.config
	c.Runs, c.Cut, c.Lost = f.runs, f.cut, f.lost
	c.Place = f.Place()
	return c
}

// Place is where another process carries on.
func (f *Frontier) Place() Unvisited {
	return Unvisited{Waiting: f.list(), Dropped: f.dropped, below: f.below}
}

// Runs is how many schedules were visited.
func (f *Frontier) Runs() int { return f.runs }

// IsCut reports whether there are schedules beyond the bound.
func (f *Frontier) IsCut() bool { return f.cut }

// Below is a number of preemptions: each schedule with fewer was visited.
func (f *Frontier) Below() int { return f.below }

// list writes the nodes in an order in which they can be added: a parent before
// those that begin with it, and those of one key as they came.
func (f *Frontier) list() []Branch {
	var list []Branch
	number := make([]uint32, len(f.nodes)) // in the list, from 1
	var waiting, chain []uint32
	for _, head := range f.heads {
		waiting = waiting[:0]
		for i := head; i != 0; i = f.nodes[i].next {
			waiting = append(waiting, i)
		}
		for k := len(waiting) - 1; k >= 0; k-- {
			chain = chain[:0]
			for i := waiting[k]; i != 0 && number[i] == 0; i = f.nodes[i].Parent {
				chain = append(chain, i)
			}
			for c := len(chain) - 1; c >= 0; c-- {
				b := f.nodes[chain[c]].Branch
				b.Parent = number[b.Parent]
				list = append(list, b)
				number[chain[c]] = uint32(len(list))
			}
		}
	}
	return list
}
