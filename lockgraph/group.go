package lockgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// An EdgeKey identifies an edge across runs: it has no lines and no addresses.
type EdgeKey struct {
	Func  string // that requests the lock
	Class string // of the lock requested
	Mode  Mode
}

// Keys returns the edges that identify a candidate: those of the members of
// its cycle. Writers and holders of slots belong to the bug, but which of them
// a run shows depends on the run, and no static check knows.
func (c Candidate) Keys() []EdgeKey {
	var keys []EdgeKey
	for _, e := range c.Edges {
		if e.Role == RoleMember {
			keys = append(keys, EdgeKey{e.Func, e.Class, e.Mode})
		}
	}
	return keys
}

// FindingID is the identity of a finding. It is the same for the same bug in the static
// pass, the predictor, the confirmation and the replay, and it survives moved lines. It
// is a hash of the cause that the check tells of and of the set of edges. The order of the
// edges and their number do not matter, so that two and three goroutines around one
// function are one bug. With 64 bits, a million findings collide with a probability of
// three in a hundred million.
func FindingID(check checks.Name, keys []EdgeKey) string { return hashed(check.Cause(), keys) }

// FormerID is the identity that earlier releases gave to a finding, for baselines of them.
func FormerID(check checks.Name, keys []EdgeKey) string { return hashed(check.Hashed(), keys) }

func hashed(check string, keys []EdgeKey) string {
	lines := []string{}
	for _, k := range keys {
		lines = append(lines, k.Func+"\x00"+k.Class+"\x00"+k.Mode.String())
	}
	slices.Sort(lines)
	h := sha256.New()
	h.Write([]byte(check))
	for _, l := range slices.Compact(lines) {
		h.Write([]byte("\n" + l))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Check is the name of the check that a candidate belongs to. A candidate across tests
// has the check that it would have within a test.
func (c Candidate) Check() checks.Name {
	switch {
	case c.Kind == KindCross && c.Members() == 1:
		return checks.RecursiveRLock
	case c.Kind == KindCross:
		return checks.LockOrder
	}
	return c.Kind.Check()
}

// Members counts the goroutines of the cycle itself, which come first.
func (c Candidate) Members() int {
	n := 0
	for _, e := range c.Edges {
		if e.Role == RoleMember {
			n++
		}
	}
	return n
}
