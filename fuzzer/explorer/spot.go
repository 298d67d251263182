package explorer

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// PointCoverage are the points of the program that the runs of a test came to. A point is an
// operation with the calls that lead to it; its number is a hash of these. At each of Chosen
// a strategy could choose between goroutines, at each of Alone only one could go on.
type PointCoverage struct {
	Chosen, Alone []uint64 `json:",omitempty"` // in ascending order
	More          bool     `json:",omitempty"` // there are more than boundary.MaxPoints
}

// Seen is how many points the runs came to.
func (s *PointCoverage) Seen() int { return len(s.Chosen) + len(s.Alone) }

// Add adds the points of other runs of the same test.
func (s *PointCoverage) Add(o PointCoverage) {
	for _, site := range o.Chosen {
		s.put(site, true)
	}
	for _, site := range o.Alone {
		s.put(site, false)
	}
	s.More = s.More || o.More
}

// put adds a point, or notes a choice there.
func (s *PointCoverage) put(site uint64, chose bool) {
	i, chosen := slices.BinarySearch(s.Chosen, site)
	k, alone := slices.BinarySearch(s.Alone, site)
	switch {
	case chosen || alone && !chose:
		return
	case alone:
		s.Alone = slices.Delete(s.Alone, k, k+1)
	case s.Seen() == boundary.MaxPoints:
		s.More = true
		return
	}
	if chose {
		s.Chosen = slices.Insert(s.Chosen, i, site)
	} else {
		s.Alone = slices.Insert(s.Alone, k, site)
	}
}
