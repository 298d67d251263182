package wire

import (
	"math/bits"
	"unsafe"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// checksum is that of a chunk: of its processor and its records, whose memory was filled from a file.
func checksum(p uint32, records []trace.Event) uint32 {
	if len(records) == 0 {
		return form.Sum(p, nil)
	}
	words := unsafe.Slice((*form.Record)(unsafe.Pointer(&records[0])), len(records))
	if !nativeLittle {
		words = swapped(words)
	}
	return form.Sum(p, words)
}

// swapped are words as a machine has them that begins with the high byte.
func swapped(words []form.Record) []form.Record {
	list := make([]form.Record, len(words))
	for i := range words {
		for k, w := range words[i] {
			list[i][k] = bits.ReverseBytes64(w)
		}
	}
	return list
}
