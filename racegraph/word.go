package racegraph

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// An occurrence is an access with its places in both orders.
type occurrence struct {
	Access
	happens, keeps, loose lockgraph.ProgramPoint
}

// A track has the accesses of one goroutine at one place to the same bytes of a word,
// in their order.
type track struct{ list []occurrence }

func (t *track) first() *Access { return &t.list[0].Access }

// A wordKey is an address between two garbage collections: after one it may be that of
// another object.
type wordKey struct {
	addr   uint64
	cycles uint8
}

// A word is the accesses of eight bytes, or of a map.
type word struct{ tracks []*track }

// add enters an occurrence. It reports false when there are so many of its track that the
// last one made room for it.
func (w *word) add(a occurrence, most int) bool {
	i := slices.IndexFunc(w.tracks, func(t *track) bool {
		f := t.first()
		return f.Place == a.Place && f.G == a.G && f.Bytes == a.Bytes && f.Map == a.Map && f.Sync == a.Sync
	})
	if i < 0 {
		w.tracks = append(w.tracks, &track{[]occurrence{a}})
		return true
	}
	t := w.tracks[i]
	if len(t.list) < most {
		t.list = append(t.list, a)
		return true
	}
	t.list[most-1] = a
	return false
}
