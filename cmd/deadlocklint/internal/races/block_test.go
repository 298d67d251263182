package races

import (
	"bytes"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
)

// TestBlocksAreCounted: a block that was broken without a visible difference is counted, and
// also one that no run has broken. A block that was not tried is in neither count.
func TestBlocksAreCounted(t *testing.T) {
	for _, c := range []struct {
		blocks []*racer.ForcedBlock
		want   string
	}{
		{nil, ""},
		{[]*racer.ForcedBlock{{}}, ""},
		{[]*racer.ForcedBlock{{Tried: true}}, "deadlocklint: no goroutine came in between in 1 block\n"},
		{[]*racer.ForcedBlock{{Tried: true, Between: racer.ForcedOrder{Met: true}}, {Tried: true}, {Tried: true}, {}},
			"deadlocklint: 1 block without visible difference when another goroutine came in between; no goroutine came in between in 2 blocks\n"},
	} {
		var out bytes.Buffer
		w := &Writer{session: &session.Session{Streams: command.Streams{Err: &out}}}
		for _, b := range c.blocks {
			w.block(&racer.TestResult{}, b)
		}
		if w.TellBlocks(); out.String() != c.want {
			t.Errorf("%d blocks: %q, want %q", len(c.blocks), out.String(), c.want)
		}
	}
}
