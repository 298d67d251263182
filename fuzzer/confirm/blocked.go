package confirm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A BlockedGoroutine is a goroutine of a confirming run that was blocked for ever when a test
// or the process ended, as in predict.BlockedGroup.
type BlockedGoroutine struct {
	Process uint64 // of the run
	ID      uint64 // Go's number
	Index   uint64 // its execution index
	Leaked  bool   // and not merely left blocked
	Op      trace.Op
	Stack   string // Go's own account of it

	look uint64 // the number of the look in its process that said so
}

// takeLeft takes in a file with the goroutines that were blocked at one moment.
func (r *Run) takeLeft(p *processReport) {
	for _, l := range p.left {
		b := BlockedGoroutine{Process: p.look.Process, ID: l.ID, Index: l.Index, Op: trace.Op(l.Op), Stack: blockOf(p.dump.Text, l.ID), look: p.look.N}
		r.left = append(r.left, blockedReport{b, trace.LeftState(l.State)})
	}
}

// A blockedReport is the report of the runtime about a goroutine that may be left blocked.
type blockedReport struct {
	BlockedGoroutine
	word trace.LeftState
}

// settle keeps the last report about each goroutine: a goroutine that has gone on was not
// blocked for ever. Goroutines that wait for their tests do so as long as these take.
func (r *Run) settle() {
	type key struct{ process, id uint64 }
	last := map[key]blockedReport{}
	for _, l := range r.left {
		k := key{l.Process, l.ID}
		if l.look >= last[k].look {
			last[k] = l
		}
	}
	r.left, r.Blocked = nil, nil
	for _, l := range last {
		l.Leaked = l.word == trace.LeftLeaked
		if (l.Leaked || l.word == trace.LeftBlocked) && !strings.HasPrefix(firstCall(l.Stack), "testing.") {
			r.Blocked = append(r.Blocked, l.BlockedGoroutine)
		}
	}
	slices.SortFunc(r.Blocked, func(a, b BlockedGoroutine) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.ID, b.ID))
	})
}

// blockOf is the part of a dump that is about a goroutine.
func blockOf(dump string, id uint64) string {
	for _, b := range strings.Split(strings.TrimRight(dump, "\n"), "\n\n") {
		if b = strings.Trim(b, "\n"); strings.HasPrefix(b, fmt.Sprintf("goroutine %d ", id)) {
			return b
		}
	}
	return ""
}

// firstCall is the innermost function of the program on a stack.
func firstCall(stack string) string {
	lines := strings.Split(stack, "\n")
	for _, l := range lines[min(1, len(lines)):] {
		if strings.HasPrefix(l, "\t") || strings.HasPrefix(l, "sync.") || strings.HasPrefix(l, "internal/sync.") || strings.HasPrefix(l, "runtime.") {
			continue
		}
		return l
	}
	return ""
}
