package explorer

import (
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
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

// readTrail reads what was written of the mapped file of a run, which is large.
func readTrail(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, boundary.Size[boundary.TrailHead]())
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, err
	}
	rest := int64(boundary.TrailSize(head) - len(head))
	b, err := io.ReadAll(io.LimitReader(f, rest))
	return append(head, b...), err
}

// ParseTrail reads the file of a run. A truncated file gives the steps that it has.
func ParseTrail(b []byte) *Trail {
	heads, rest := boundary.Records[boundary.TrailHead](b, 1)
	if len(heads) == 0 {
		return &Trail{}
	}
	h := heads[0]
	t := &Trail{Run: int(h.Run), DivergedAt: int(h.Diverged), Diverged: parseStep(h.Saw), Met: int(h.Met), Held: h.Held != 0, Failed: h.Failed != 0}
	steps, _ := boundary.Records[boundary.Step](rest, int(min(h.Steps, 1<<40)))
	for _, s := range steps {
		t.Steps = append(t.Steps, parseStep(s))
	}
	return t
}

func parseStep(s boundary.Step) Step {
	return Step{Goroutine: int(s.Goroutine), Op: trace.Op(s.Op), Enabled: int(s.Enabled), Object: s.Object}
}

// metIn is Trail.Met of a file, 0 when it cannot be read.
func metIn(name string) int {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	return ParseTrail(b[:min(len(b), boundary.Size[boundary.TrailHead]())]).Met
}
