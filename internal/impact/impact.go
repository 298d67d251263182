package impact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Hunk is lines of a file that differ from those of an earlier revision.
type Hunk struct {
	File     string // path, relative to the module's directory, with slashes
	From, To int    // lines of today, To is below From when there are none: the hunk is after line To
	Deleted  []string
}

// A Range is lines of a file, from 1.
type Range struct {
	File     string // as that of a Hunk
	From, To int
}

// A Match is how an operation is compared with a change: the part of the change, and the frame
// of the operation's stack.
type Match struct {
	Part    Part
	OnStack bool // any frame counts, else only the innermost one of the program
}

// A Part is the part of a change that counts.
type Part uint8

// The parts, from the widest to the narrowest.
const (
	Class  Part = iota // code of the types that a change touches
	Method             // of the functions
	Line               // of the lines
	Field              // accesses of fields and variables which changed lines access
)

// ParseMatch reads the name that the paper gives to a match: C, CO, M, MO, L, LO or F. The O
// means that any frame of the stack may match.
func ParseMatch(name string) (Match, error) {
	upper, onStack := strings.CutSuffix(name, "O")
	for part, letter := range []string{"C", "M", "L", "F"} {
		if upper == letter && !(onStack && Part(part) == Field) {
			return Match{Part(part), onStack}, nil
		}
	}
	return Match{}, fmt.Errorf("there is no match %q; use C, CO, M, MO, L, LO or F", name)
}

// Points are the code points that a change impacts.
type Points struct {
	parts [Field + 1][]Range
}

// Ranges returns the lines that a match takes for impacted, sorted, without overlap.
func (p *Points) Ranges(m Match) []Range { return merged(p.parts[m.Part]) }

func (p *Points) add(part Part, r Range) { p.parts[part] = append(p.parts[part], r) }

// merged sorts ranges and joins those that touch.
func merged(list []Range) (out []Range) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	for _, r := range list {
		if n := len(out); n > 0 && out[n-1].File == r.File && r.From <= out[n-1].To+1 {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}
