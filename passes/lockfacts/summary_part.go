package lockfacts

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A struct that another one contains is part of that one alone. So the lock of a part that two types have in
// common is two locks:
//
//	type base struct{ mu sync.Mutex }
//	type Store struct{ base }
//	type Log struct{ base }
//
// A waiter with the lock of a Store does not wait for a goroutine that takes the lock of a Log.

// The field that contains the object of a lock may stand after its node in a list of earlier acquisitions.
const (
	ofWhole    = " part of "
	endOfWhole = "|"
)

// wholeOf is the field that contains the object which a lock is a field of, or "".
func wholeOf(lock syncop.AccessPath) string {
	field, pointer := holderOf(withoutVersions(lock.String()))
	if pointer {
		return ""
	}
	return field
}

// isSamePart takes the field that contains the object off what is behind a node, and reports whether
// it may contain that of a lock which is held.
func (h *HeldLock) isSamePart(behind string) (rest string, ok bool) {
	behind, isPart := strings.CutPrefix(behind, ofWhole)
	if !isPart {
		return behind, true
	}
	field, rest, _ := strings.Cut(behind, endOfWhole)
	own := wholeOf(h.Lock)
	return rest, own == "" || own == field
}
