package condvar

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A goroutineRole says which goroutine executed an operation.
type goroutineRole uint8

const (
	user goroutineRole = iota
	testingItself
	runtimeItself
)

// partyOf tells operations of package testing and of the runtime itself, which
// are left out: how tests are run is nothing that a test could deadlock with,
// and the other side of a step of the runtime is not recorded.
func (b *builder) partyOf(s trace.StackID) goroutineRole {
	who, ok := b.own[s]
	if !ok {
		who = runtimeItself
		for _, f := range b.t.Stacks[s] {
			if strings.HasPrefix(f.Func, "runtime.") {
				continue
			}
			if strings.Contains(f.File, "/src/runtime/") { // known outside by another name
				break
			}
			who = user
			if strings.HasPrefix(f.Func, "sync.") || strings.HasPrefix(f.Func, "internal/sync.") {
				continue // and perhaps no goroutine called it, as in WaitGroup.Go
			}
			if strings.HasPrefix(f.Func, "testing.") {
				who = testingItself
			}
			break
		}
		b.own[s] = who
	}
	return who
}
