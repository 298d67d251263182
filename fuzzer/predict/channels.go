package predict

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// channelLocks names the buffered channels that the run used as a mutex or
// semaphore: every value was received by the goroutine that had sent it (or,
// for a channel filled in advance, sent back by the one that had received it),
// and more than one goroutine did so. Their cycles are not predicted; the
// report says so.
func (p *process) channelLocks() []string {
	uses := map[uint64]*channelUse{}
	for _, e := range p.objects.Events {
		if e.Op == trace.OpMakeChan && e.Aux > 0 {
			uses[e.Obj] = &channelUse{made: trace.StackID(e.Arg), taken: map[trace.G]int{}, users: map[trace.G]bool{}}
		}
		if u := uses[e.Obj]; u != nil {
			u.add(e)
		}
	}
	seen := map[string]bool{}
	var names []string
	for _, e := range p.objects.Events { // in order of creation
		u := uses[e.Obj]
		if e.Op != trace.OpMakeChan || u == nil || !u.isLock() {
			continue
		}
		f := p.site(u.made)
		if strings.Contains(f.File, "/goroot-") {
			continue // nobody can do anything about it
		}
		if name := fmt.Sprintf("the channel made at %s:%d as a lock", f.File, f.Line); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// A channelUse is how one buffered channel was used.
type channelUse struct {
	made   trace.StackID
	taken  map[trace.G]int // values sent and not yet received, by goroutine
	users  map[trace.G]bool
	broken bool
	closed bool
}

func (u *channelUse) add(e trace.Event) {
	switch e.Op {
	case trace.OpSent:
		u.taken[e.G]++
	case trace.OpReceived:
		if u.taken[e.G] == 0 {
			u.broken = true
			return
		}
		u.taken[e.G]--
		u.users[e.G] = true
	case trace.OpClose:
		u.closed = true
	}
}

func (u *channelUse) isLock() bool { return !u.broken && !u.closed && len(u.users) > 1 }
