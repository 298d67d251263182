package explorer

import (
	"encoding/binary"
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Trail has the choices of one run, as the runtime writes them to mapped memory. It
// begins with eight words, of which the second is the number of the run and the third
// that of the steps. Then there is a word for each step. Words are little-endian.
type Trail struct {
	Run        int
	Steps      []Step
	DivergedAt int  // 1 + the step at which a repetition went another way, or 0
	Diverged   Step // the step that it reached there
	Met        int  // 1 + the step at which two goroutines stood at the accesses that were forced, or 0
	Held       bool // a goroutine was held back at the second of these during the last step
	Failed     bool // the test has failed, but for a panic
}

// A Step is one choice.
type Step struct {
	Goroutine int // its spawn number in the run; the body is 0
	Op        trace.Op
	Enabled   int    // how many goroutines could run, at most 255
	Object    uint32 // number of the object in the run, 0 for none
}

const headSize = rt.TrailHead

// readTrail reads what was written of the mapped file of a run, which is large.
func readTrail(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var head [headSize]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return nil, err
	}
	rest := int64(rt.TrailSize(head[:]) - headSize)
	b, err := io.ReadAll(io.LimitReader(f, rest))
	return append(head[:], b...), err
}

// ParseTrail reads the file of a run. A truncated file gives the steps that it has.
func ParseTrail(b []byte) *Trail {
	if len(b) < headSize {
		return &Trail{}
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	t := &Trail{Run: int(int64(word(1))), DivergedAt: int(word(3)), Diverged: parseStep(word(4)), Met: int(word(5)), Held: word(6) != 0, Failed: word(7) != 0}
	n := min(word(2), uint64(len(b)-headSize)/8)
	for i := range int(n) {
		t.Steps = append(t.Steps, parseStep(word(headSize/8+i)))
	}
	return t
}

func parseStep(w uint64) Step {
	return Step{Goroutine: int(w & 0xffff), Op: trace.Op(w >> 16), Enabled: int(w >> 24 & 0xff), Object: uint32(w >> 32)}
}

// metIn is Trail.Met of a file, 0 when it cannot be read.
func metIn(name string) int {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	return ParseTrail(b[:min(len(b), headSize)]).Met
}
