package wire

import (
	"encoding/binary"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// checksum is that of a chunk: of its processor, its length in bytes and its
// payload, whole records in the order of the file.
//
// Each of a record's four words has a lane, into which it is mixed by an
// exclusive or and a multiplication by an odd number. Both steps can be undone,
// so that a lane differs at its end when one of its words does; the lanes do not
// wait for each other, which makes the sum cheaper for the recorder than a CRC
// without instructions of its own. Of any other damage one in 2^32 is missed.
func checksum(p uint32, payload []byte) uint32 {
	const mul = trace.SumFactor
	a, b, c, d := uint64(p), uint64(len(payload)), uint64(trace.SumSeed), uint64(0)
	for ; len(payload) >= trace.RecordSize; payload = payload[trace.RecordSize:] {
		a = (a ^ binary.LittleEndian.Uint64(payload)) * mul
		b = (b ^ binary.LittleEndian.Uint64(payload[8:])) * mul
		c = (c ^ binary.LittleEndian.Uint64(payload[16:])) * mul
		d = (d ^ binary.LittleEndian.Uint64(payload[24:])) * mul
	}
	s := ((a*mul^b)*mul^c)*mul ^ d
	s = (s ^ s>>32) * mul
	return uint32(s >> 32)
}
