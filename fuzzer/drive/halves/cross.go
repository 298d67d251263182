package halves

import "slices"

// A Pair is two halves that cross, by their indices. Both are the same where a half crosses itself.
type Pair struct {
	A, B   int
	Writes []string // classes of locks that both only read, of which a writer must wait
}

// Distinct keeps so many halves with calls of one function and the same classes of locks. Two halves of one place count once.
func Distinct(list []Half, most int) (kept []Half) {
	type key struct {
		callee           string
		held, wants      string
		sharedH, sharedW bool
		globalH, globalW bool
	}
	seen := map[key][]Half{}
	for _, h := range list {
		k := key{h.Callee, h.Held.Class, h.Wants.Class, h.Held.Shared, h.Wants.Shared, h.Held.Global, h.Wants.Global}
		same := func(o Half) bool { return o.File == h.File && o.Line == h.Line }
		if len(seen[k]) >= most || slices.ContainsFunc(seen[k], same) {
			continue
		}
		seen[k] = append(seen[k], h)
		kept = append(kept, h)
	}
	return kept
}

// Cross returns the pairs of halves that cross. Each requests a lock of the class that the other one holds, and no global lock keeps them
// apart.
func Cross(list []Half) (pairs []Pair) {
	for i := range list {
		for j := i; j < len(list); j++ {
			if a, b := &list[i], &list[j]; waitsFor(a, b) && waitsFor(b, a) && !gated(a, b) {
				pairs = append(pairs, Pair{i, j, append(reads(a, b), reads(b, a)...)})
			}
		}
	}
	return pairs
}

func waitsFor(a, b *Half) bool {
	return b.Held.Class != "" && a.Wants.Class == b.Held.Class && a.Wants.Global == b.Held.Global && a.Held.ID != a.Wants.ID
}

// reads is the class of the lock for which a waits only where a writer does.
func reads(a, b *Half) []string {
	if a.Wants.Shared && b.Held.Shared {
		return []string{a.Wants.Class}
	}
	return nil
}

// Writers are the calls that write locks of these classes, by class.
func Writers(list []Half, classes []string) (writers [][]Half) {
	for _, class := range slices.Compact(classes) {
		var some []Half
		for _, h := range list {
			if h.Held.Class == "" && h.Wants.Class == class && !h.Wants.Shared {
				some = append(some, h)
			}
		}
		writers = append(writers, some)
	}
	return writers
}

// gated reports whether both hold one global lock, and not both for reading.
func gated(a, b *Half) bool {
	return slices.ContainsFunc(a.Gates, func(g Lock) bool {
		return g.Global && slices.ContainsFunc(b.Gates, func(o Lock) bool {
			return o.Global && o.Class == g.Class && !(o.Shared && g.Shared)
		})
	})
}
