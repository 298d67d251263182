// Package evolve chooses drivers of which others are made.
//
// A [Corpus] notes the branches that each call of each driver has reached ([judge.Reach]). A branch that few drivers reach is rare. Those drivers are
// parents, each with the call that reached it ([Corpus.Rare]). Package drive makes children of them. When many children reach the
// branch, it is rare no longer, and other parents come. A package of which all branches are reached has no parents.
//
// Fuzzing gives rare branches more of its time, too (Lemieux and Sen, *FairFuzz*, ASE 2018).
//
// The package makes no driver and plays none.
package evolve

import (
	"cmp"
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// A Place is a call of a driver.
type Place struct {
	Driver string
	Step   int // the number of the call
}

// A Corpus has the branches that the drivers of a package have reached. The zero value is empty.
type Corpus struct {
	branches  map[frequency]*branch
	functions map[uint32]int // counters of each function that was called
	order     map[Place]int  // in which they were noted
	reached   int
}

// A frequency is a branch that a driver has taken so frequency.
type frequency struct {
	counter judge.Counter
	times   int
}

// A branch has the drivers that have taken it.
type branch struct {
	drivers map[string]bool
	places  []Place // the first call of each driver, of the first drivers
}

// mostPlaces is how many drivers of a branch can be parents.
const mostPlaces = 4

// Note notes the branches that a driver has reached.
func (c *Corpus) Note(driver string, list []judge.Reach) {
	if c.branches == nil {
		c.branches, c.functions, c.order = map[frequency]*branch{}, map[uint32]int{}, map[Place]int{}
	}
	for _, r := range list {
		at := Place{driver, r.Step}
		if _, noted := c.order[at]; !noted {
			c.order[at] = len(c.order)
		}
		for _, n := range r.Counters {
			c.functions[n.Function()] = n.Of()
			o := frequency{n, r.Times}
			if c.branches[o] == nil {
				c.branches[o] = &branch{drivers: map[string]bool{}}
				c.reached += once(o)
			}
			c.branches[o].note(at)
		}
	}
}

// once is 1 for a branch that is taken once.
func once(o frequency) int {
	if o.times == 1 {
		return 1
	}
	return 0
}

func (b *branch) note(at Place) {
	if !b.drivers[at.Driver] && len(b.places) < mostPlaces {
		b.places = append(b.places, at)
	}
	b.drivers[at.Driver] = true
}

// Reached is how many branches were reached.
func (c *Corpus) Reached() int { return c.reached }

// Size counts a branch once for each number of times that is told apart.
func (c *Corpus) Size() int { return len(c.branches) }

// Unreached is how many branches were not reached, of functions that were called.
func (c *Corpus) Unreached() int {
	n := -c.reached
	for _, of := range c.functions {
		n += of
	}
	return n
}

// Rare are up to so many calls that have reached a rare branch. The rarest ones come first, and of these the latest. Each second one has reached
// a branch rarely frequency. There is none where no branch is left to be reached.
func (c *Corpus) Rare(most int) (list []Place) {
	if c.Unreached() == 0 {
		return nil
	}
	again := c.rarest(func(o frequency) bool { return o.times > 1 })
	for i, at := range c.rarest(func(o frequency) bool { return o.times == 1 }) {
		list = append(list, at)
		if i < len(again) {
			list = append(list, again[i])
		}
	}
	return list[:min(len(list), most)]
}

// rarest are all calls that have reached a branch of a kind.
func (c *Corpus) rarest(is func(frequency) bool) []Place {
	fewest := map[Place]int{}
	for o, b := range c.branches {
		if !is(o) {
			continue
		}
		for _, p := range b.places {
			if n, ok := fewest[p]; !ok || len(b.drivers) < n {
				fewest[p] = len(b.drivers)
			}
		}
	}
	list := slices.Collect(maps.Keys(fewest))
	slices.SortFunc(list, func(a, b Place) int {
		return cmp.Or(cmp.Compare(fewest[a], fewest[b]), cmp.Compare(c.order[b], c.order[a]))
	})
	return list
}
