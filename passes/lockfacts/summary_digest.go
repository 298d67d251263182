package lockfacts

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

// digest is short for a text that is written after b, in one process: there are many, and the locks acquired before an
// operation are a long list.
func digest(write func(b []byte) []byte) string {
	room := texts.Get().(*[]byte)
	defer texts.Put(room)
	*room = write((*room)[:0])
	var sum [16]byte
	binary.NativeEndian.PutUint64(sum[:8], maphash.Bytes(seeds[0], *room))
	binary.NativeEndian.PutUint64(sum[8:], maphash.Bytes(seeds[1], *room))
	return string(sum[:])
}

var (
	// texts is room for written texts.
	texts = sync.Pool{New: func() any { return new([]byte) }}
	// seeds are two: that two texts have one digest is as good as impossible, then.
	seeds = [...]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
)
