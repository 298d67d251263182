package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// An Identity is the name that the findings of one cause have in common, in each run and in the source.
type Identity struct {
	ID     string
	Former string // that of earlier releases
}

// identify names the cause of a stuck state.
func identify(check checks.Name, stuck []BlockedGoroutine) Identity {
	var former []lockgraph.EdgeKey
	for _, b := range stuck {
		former = append(former, formerKey(b.Wants))
	}
	return Identity{lockgraph.FindingID(check, lockgraph.BlockedKeys(blockedIn(stuck))), lockgraph.FormerID(check, former)}
}

// leadFirst puts the goroutines that are the cause of a stuck state before the others. Of those that are the cause,
// goroutines that hold a lock come first, and the function of a test comes last: it waits for the others.
func leadFirst(stuck []BlockedGoroutine) (list []BlockedGoroutine) {
	lead := lockgraph.Lead(blockedIn(stuck))
	rank := func(i int) int {
		b := stuck[i]
		switch {
		case !slices.Contains(lead, i):
			return 4
		case slices.ContainsFunc(stuck, func(other BlockedGoroutine) bool { return needsOf(other, b) }):
			return 0
		case b.Test:
			return 3
		case waitsForLock(b.Wants) || len(b.Reasons) > 0:
			return 1
		}
		return 2
	}
	order := make([]int, len(stuck))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return rank(i) - rank(k) })
	for _, i := range order {
		list = append(list, stuck[i])
	}
	return list
}

// blockedIn describes the goroutines of a stuck state as lockgraph asks for them.
func blockedIn(stuck []BlockedGoroutine) (list []lockgraph.Blocked) {
	for _, b := range stuck {
		list = append(list, lockgraph.Blocked{
			Func: b.Wants.Frame.Func, Class: waitClass(b.Wants), Lock: waitsForLock(b.Wants), Group: b.Wants.Op == trace.OpWGWait.String(),
			Holds: slices.ContainsFunc(stuck, func(other BlockedGoroutine) bool { return needsOf(other, b) }),
		})
	}
	return list
}

// needsOf reports whether a goroutine waits for a lock that another one holds.
func needsOf(waiter, holder BlockedGoroutine) bool {
	return waitsForLock(waiter.Wants) && slices.ContainsFunc(holder.Held, func(h Place) bool { return h.Class == waiter.Wants.Class })
}

func waitsForLock(at Place) bool {
	switch at.Op {
	case trace.OpRequest.String(), trace.OpRRequest.String(), trace.OpLock.String(), trace.OpRLock.String():
		return true
	}
	return false
}

// waitClass is the class of the object that a goroutine waits for. The channel of a select is left
// out: the first one differs between runs, and a recording may have none.
func waitClass(at Place) string {
	if at.Op == trace.OpSelect.String() {
		return ""
	}
	return at.Class
}

// formerKey is the edge of which earlier releases made the id.
func formerKey(at Place) lockgraph.EdgeKey {
	key := lockgraph.EdgeKey{Func: at.Frame.Func, Class: at.Op}
	if at.Op != trace.OpSelect.String() {
		key.Class += " " + at.Class
	}
	return key
}
