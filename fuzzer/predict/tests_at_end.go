package predict

import (
	"context"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// TestsAtEnd reads the trace of a test binary that ended before its tests did: in a deadlock, or by a panic. It returns the
// top-level tests that are over, and those that had begun and were not over. The latter take part in the
// deadlock, or wait for a subtest that does; or a panic in them has ended the process. A test that waits in t.Parallel has not begun.
// TestsAtEnd takes one pass over the events.
func TestsAtEnd(ctx context.Context, file string) (over, stuck []string, err error) {
	t, _, err := wire.ReadFileContext(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	p := newProcess(ctx, t, nil, &Executables{})
	begun := map[trace.G]string{}
	var order []trace.G
	for _, e := range p.objects.Events {
		switch name := t.Texts[e.Arg]; {
		case e.Op == trace.OpTest && !strings.Contains(name, "/"):
			begun[e.G] = name
			order = append(order, e.G)
		case e.Op == trace.OpExit && begun[e.G] != "":
			over = append(over, begun[e.G])
			delete(begun, e.G)
		}
	}
	last := p.lastOps()
	if last == nil {
		return nil, nil, ctx.Err()
	}
	for _, g := range order {
		if name := begun[g]; name != "" && !p.inParallel(last.blocked[g]) && !slices.Contains(stuck, name) {
			stuck = append(stuck, name)
		}
	}
	return over, stuck, nil
}

// inParallel reports whether a goroutine that is blocked in e waits for its turn to run
// beside other tests.
func (p *process) inParallel(e *trace.Event) bool {
	return e != nil && slices.ContainsFunc(p.trace.Stacks[e.Stack()], func(f trace.Frame) bool { return f.Func == "testing.(*T).Parallel" })
}
