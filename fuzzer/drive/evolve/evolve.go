// Package evolve chooses drivers of which others are made.
//
// A [Corpus] takes in what each call of each driver has reached ([judge.Reach]). A counter that few drivers reach is rare. Those drivers are
// parents, each with the call that reached it ([Corpus.Rare]). Package drive makes children of them. When many children reach the
// counter, it is rare no longer, and other parents come.
//
// Fuzzing gives rare branches more of its time, too (Lemieux and Sen, *FairFuzz*, ASE 2018).
//
// The package makes no driver and plays none.
package evolve

import (
	"cmp"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// A Place is a call of a driver.
type Place struct {
	Driver string
	Step   int // the number of the call
}

// A Corpus is what the drivers of a package have reached. The zero value is empty.
type Corpus struct {
	reached map[uint64][]Place // by counter: the first call of each driver, of the first drivers
	order   map[Place]int      // in which they were noted
}

// Note takes in what a driver has reached.
func (c *Corpus) Note(driver string, list []judge.Reach) {
	if c.reached == nil {
		c.reached, c.order = map[uint64][]Place{}, map[Place]int{}
	}
	for _, r := range list {
		at := Place{driver, r.Step}
		for _, n := range r.Counters {
			places := c.reached[n]
			if len(places) > judge.Rare || slices.ContainsFunc(places, func(p Place) bool { return p.Driver == driver }) {
				continue
			}
			c.reached[n] = append(places, at)
			if _, noted := c.order[at]; !noted {
				c.order[at] = len(c.order)
			}
		}
	}
}

// Reached is how many counters were reached.
func (c *Corpus) Reached() int { return len(c.reached) }

// Rare are up to so many calls that have reached a rare counter. The rarest ones come first, and of these the latest.
func (c *Corpus) Rare(most int) []Place {
	fewest := map[Place]int{}
	for _, places := range c.reached {
		if len(places) > judge.Rare {
			continue
		}
		for _, p := range places {
			if n, ok := fewest[p]; !ok || len(places) < n {
				fewest[p] = len(places)
			}
		}
	}
	list := make([]Place, 0, len(fewest))
	for p := range fewest {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Place) int {
		return cmp.Or(cmp.Compare(fewest[a], fewest[b]), cmp.Compare(c.order[b], c.order[a]))
	})
	return list[:min(len(list), most)]
}
