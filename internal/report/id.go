package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// idBytes is the length of an id before it is written in hex: with 48 bits, a
// thousand findings collide with a probability of two in a billion.
const idBytes = 6

// An Edge is one side of a finding as far as its identity goes.
type Edge struct {
	Func  string // in which the goroutine waits, as Go's runtime writes it
	Class string // what it waits for
	Mode  string // how: "lock", "rlock", "recv", ...
}

// ID returns the identity of a finding: the same for the same bug in the static
// pass, the predictor, the confirmation and the replay, and still the same when
// lines move. It is a hash of the check and of the set of edges; their order
// and how often one occurs do not matter, so that two and three goroutines
// going around the same function are one bug.
func ID(check string, edges []Edge) string {
	sorted := slices.Clone(edges)
	slices.SortFunc(sorted, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Mode, b.Mode))
	})
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", check)
	for _, e := range slices.Compact(sorted) {
		fmt.Fprintf(h, "%q %q %q\n", e.Func, e.Class, e.Mode) // quoted: no two lists run into one text
	}
	return hex.EncodeToString(h.Sum(nil)[:idBytes])
}
