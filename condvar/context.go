package condvar

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// lazyDone is the function in which a context makes its channel, when a caller first
// asks for it. A cancellation that finds another goroutine's channel is ordered by an
// atomic variable, but no program relies on that order. The channel would be closed all
// the same, or replaced by a closed one.
const lazyDone = "context.(*cancelCtx).Done"

// A span is a stretch of a goroutine's events.
type span struct{ from, to uint64 }

// enter notes a lock that was taken to make the channel of a context.
func (b *builder) enter(m *pendingOperation, e trace.Event) {
	if b.calledBy(e.Stack()) == lazyDone {
		m.lazy = append(m.lazy, span{e.Seq, ^uint64(0)})
	}
}

// leaveLazy notes that it was given back.
func (m *pendingOperation) leaveLazy(e trace.Event) {
	if n := len(m.lazy); n > 0 && m.lazy[n-1].to == ^uint64(0) {
		m.lazy[n-1].to = e.Seq
	}
}

// madeChannel reports whether the goroutine made the channel of a context at a
// time.
func (m *pendingOperation) madeChannel(seq uint64) bool {
	for i := len(m.lazy) - 1; i >= 0 && m.lazy[i].to > seq; i-- {
		if m.lazy[i].from <= seq {
			return true
		}
	}
	return false
}

// calledBy is the function outside of package sync that executed an operation.
func (b *builder) calledBy(s trace.StackID) string {
	for _, f := range b.t.Stacks[s] {
		if !strings.HasPrefix(f.Func, "sync.") && !strings.HasPrefix(f.Func, "internal/sync.") && !strings.HasPrefix(f.Func, "runtime.") {
			return f.Func
		}
	}
	return ""
}
