package predict

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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

// unreadable is the line about a file that cannot be read at all.
func unreadable(name string, err error) string {
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Sprintf("%s: cannot be read: %v; record again", filepath.Base(name), of.Err)
	}
	return strings.TrimPrefix(err.Error(), filepath.Dir(name)+string(filepath.Separator))
}
