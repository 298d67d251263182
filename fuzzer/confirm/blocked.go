package confirm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Blocked is a goroutine of a confirming run that was blocked for ever when a test
// or the process ended, as in predict.Blocked.
type Blocked struct {
	ID     uint64 // Go's number
	Index  uint64 // its execution index
	Leaked bool   // and not merely left blocked
	Op     trace.Op
	Stack  string // Go's own account of it
}

// takeLeft takes in a file with the goroutines that were blocked at one moment. Of a
// goroutine the last file counts: one that has gone on was not blocked for ever.
func (r *Run) takeLeft(lines, dump string) {
	for _, line := range strings.Split(lines, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word != "g" {
			continue
		}
		n := values(rest)
		said := trace.LeftWord(n["word"])
		b := Blocked{ID: n["id"], Index: n["index"], Op: trace.Op(n["op"]), Leaked: said == trace.LeftLeaked}
		r.Blocked = slices.DeleteFunc(r.Blocked, func(o Blocked) bool { return o.ID == b.ID })
		if said != trace.LeftLeaked && said != trace.LeftBlocked {
			continue
		}
		b.Stack = blockOf(dump, b.ID)
		if !strings.HasPrefix(firstCall(b.Stack), "testing.") {
			r.Blocked = append(r.Blocked, b)
		}
	}
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
