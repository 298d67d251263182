package form

// A Record is the words of a record, as they are in a file of a machine that begins with the low byte.
type Record [4]uint64

// Factor multiplies the lanes of a checksum, and Seed begins the third one. Hashes of the recorder have them, too.
const (
	Factor = 0x9e3779b97f4a7c15
	Seed   = 14695981039346656037
)

// Sum is the checksum of a chunk: of its processor, and of its records in the order of the file.
//
// Each word of a record has a lane. An exclusive or and a multiplication by an odd number mix the word
// into it. Both steps can be undone, so a lane differs at its end when one of its words does. The lanes
// do not wait for each other. So the sum is cheaper for the recorder than a CRC without instructions
// of its own. Of any other damage one in 2^32 is missed.
//
//go:norace
func Sum(processor uint32, records []Record) uint32 {
	a, b, c, d := uint64(processor), uint64(len(records))*uint64(len(Record{})*8), uint64(Seed), uint64(0)
	for i := range records {
		w := &records[i]
		a = (a ^ w[0]) * Factor
		b = (b ^ w[1]) * Factor
		c = (c ^ w[2]) * Factor
		d = (d ^ w[3]) * Factor
	}
	s := ((a*Factor^b)*Factor^c)*Factor ^ d
	s = (s ^ s>>32) * Factor
	return uint32(s >> 32)
}
