package lockgraph

// A Mode is how a lock is held or requested.
type Mode uint8

// The modes of a lock. A plain mutex knows only Exclusive.
const (
	Exclusive Mode = iota
	Shared
)

// String returns the mode as findings write it: the name of the method.
func (m Mode) String() string {
	if m == Shared {
		return "rlock"
	}
	return "lock"
}

// excludes reports whether a holder in mode a keeps out a holder in mode b.
func excludes(a, b Mode) bool { return a == Exclusive || b == Exclusive }

// A lock is what the relation knows about one lock instance.
type lock struct {
	id        uint64
	index     uint32 // position in Relation.locks
	capacity  int
	first     slot       // the first goroutine that acquired it
	shared    bool       // by now a second one has
	handedOff bool       // it was released by a goroutine that did not hold it
	inUse     uint16     // slots, when the capacity is more than 1
	holder    *goroutine // in exclusive mode, when the capacity is 1
	sharer    *goroutine // the last to acquire it in shared mode or as one of many
}
