package transcript

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// tellPanics puts panics among the steps of a run that is not folded yet: each after the step in which it came. A panic is no
// step of the schedule, and has no number of its own.
func (m *Run) tellPanics(x *report.Explored) {
	m.tellAmong(x, func(p predict.RecordedPanic) report.Step { return m.session.Step(p.Op, p.Place, "") })
}

func (m *Run) tellAmong(x *report.Explored, step func(predict.RecordedPanic) report.Step) {
	for _, p := range slices.Backward(m.panics) {
		after, lane := m.before(p.Seq), -1
		for i, at := range m.Places {
			if at.G == uint32(p.G) {
				lane = x.Steps[i].Goroutine
				break
			}
		}
		if after < 0 || lane < 0 {
			continue // of a run before, or of a goroutine outside
		}
		s := report.ExploredStep{Number: x.Steps[after].Number, Goroutine: lane, Step: step(p)}
		if last := &x.Steps[after]; last.Last && last.Goroutine == lane {
			s.Last, s.Fails, last.Last, last.Fails = true, last.Fails, false, false
		}
		x.Steps = slices.Insert(x.Steps, after+1, s)
	}
}

// before is the last step that was made before a sequence number, -1 for none.
func (m *Run) before(seq uint64) int {
	last := -1
	for i, at := range m.Places {
		if at.Seq < seq {
			last = i
		}
	}
	return last
}
