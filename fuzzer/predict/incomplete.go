package predict

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// pidOf is the process that wrote a trace, by the name of the file, or 0.
func pidOf(name string) int {
	pid, _ := strconv.ParseUint(processOf(name), 16, 31)
	return int(pid)
}

// isWhole reports whether the trace of a process has its end, and all before.
func isWhole(p *process) bool {
	end := p.end()
	return p.trace.Damage == nil && end != nil && end.Flag&(trace.LostFull|trace.LostDisk) == 0
}

// missing looks for the processes that were started to be recorded and whose
// recordings are not whole. The processes that they started may have been killed as
// their tests want it: their files are damaged, and the recording is complete.
func (p *Prediction) missing(targets map[string]*record.Target) {
	list := slices.SortedFunc(maps.Values(targets), func(a, b *record.Target) int { return cmp.Compare(a.ID, b.ID) })
	for _, t := range list {
		if t.PID == 0 || t.Cut {
			continue
		}
		whole, found := p.whole[t.PID]
		if !found && t.Test {
			p.Stats.Damaged = append(p.Stats.Damaged, fmt.Sprintf("the tests of %s left no recording: the file was removed or could not be made; check the space in the temporary directory and record again", t.Package))
		}
		p.Incomplete = p.Incomplete || found && !whole || !found && t.Test
	}
}
