package known

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A Sum counts the tests of an exploration by their claims.
type Sum struct {
	sequential, all, part int
	within                map[string]int // by the words of the bound
}

// Add adds a test with the largest number of goroutines that a run of it had. With a single one it is sequential.
func (s *Sum) Add(goroutines int, c Claim) {
	switch {
	case goroutines < 2:
		s.sequential++
	case c.Extent == All:
		s.all++
	case c.Extent == Within:
		if s.within == nil {
			s.within = map[string]int{}
		}
		s.within["all "+strings.TrimSpace(c.boundWords())]++
	default:
		s.part++
	}
}

// String is the sum in one line, "" of no test.
func (s *Sum) String() string {
	concurrent := s.all + s.part
	var known []string
	add := func(n int, words string) {
		if n > 0 {
			known = append(known, fmt.Sprintf("%s of %d", words, n))
		}
	}
	add(s.all, "all orders")
	bounds := make([]string, 0, len(s.within))
	for words, n := range s.within {
		concurrent += n
		bounds = append(bounds, words)
	}
	slices.Sort(bounds)
	for _, words := range slices.Backward(bounds) {
		add(s.within[words], words)
	}
	add(s.part, "a part")
	switch {
	case concurrent+s.sequential == 0:
		return ""
	case concurrent == 0:
		return wording.Counted(s.sequential, "sequential test") + " explored"
	}
	line := wording.Counted(concurrent, "concurrent test") + " explored: " + strings.Join(known, ", ")
	if s.sequential > 0 {
		line += fmt.Sprintf("; and %d sequential", s.sequential)
	}
	return line
}
