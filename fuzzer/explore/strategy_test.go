package explore

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

func TestNextAllocatesNothing(t *testing.T) {
	enabled := make([]point.Goroutine, 5)
	for i := range enabled {
		enabled[i] = point.Goroutine{ID: uint32(i * 1500), Op: 1, Object: uint32(1 + i%2)}
	}
	for name := range strings.FieldsSeq(Names) {
		s := New(config.Config{Strategy: name, Depth: 3, Seed: 1})
		run := 0
		s.Begin(run)
		p := point.Point{Enabled: enabled}
		if n := testing.AllocsPerRun(1000, func() {
			p.Yields = p.Step%3 == 0
			p.Running = s.Next(&p)
			p.Step++
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
		s.End(p.Step)
	}
}
