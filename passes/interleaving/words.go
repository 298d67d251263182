package interleaving

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A phrase is how a statement is told: as a wait and as a step.
type phrase struct{ wait, step string }

var phrases = map[condvar.Op]phrase{
	condvar.Lock: {"to lock", "locks"}, condvar.RLock: {"to read-lock", "read-locks"},
	condvar.TryLock: {"to lock", "locks"}, condvar.TryRLock: {"to read-lock", "read-locks"},
	condvar.Unlock: {"", "unlocks"}, condvar.RUnlock: {"", "read-unlocks"},
	condvar.Wait: {"for a signal of", "waits for"}, condvar.Signal: {"", "signals"}, condvar.Broadcast: {"", "broadcasts"},
	condvar.WGWait: {"for", "has waited for"}, condvar.Close: {"", "closes"},
	condvar.Send: {"to send to", "sends to"}, condvar.Recv: {"to receive from", "receives from"},
	condvar.RecvClosed: {"to receive from", "finds closed"},
}

// words tell what an operation waits for.
func (r *reporter) words(o op) string { return o.wait(r.about) }

// class is the same without lines, for the id of a finding.
func (o op) class() string { return o.wait(op.named) }

func (o op) wait(about func(op) string) string {
	if o.stmt.Op == condvar.Select || o.stmt.Op == condvar.RecvClosed && len(o.cases) > 1 {
		var names []string
		for _, c := range o.cases {
			if name := about(op{obj: c.ch}); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return "in a select for " + strings.Join(names, " or ")
	}
	return phrases[o.stmt.Op].wait + " " + about(o)
}

func (r *reporter) does(o op) string {
	switch {
	case o.stmt.Op == condvar.Set:
		return "sets " + cmp.Or(o.cell.name, "a variable")
	case o.stmt.Op == condvar.Go:
		return "starts a goroutine"
	case o.stmt.Op == condvar.Add:
		return fmt.Sprintf("adds %d to %s", o.stmt.Arg, r.about(o))
	case o.stmt.Op == condvar.Select && o.cases[0].send:
		return "sends to " + r.about(o)
	case o.stmt.Op == condvar.Select:
		return "receives from " + r.about(o)
	}
	return phrases[o.stmt.Op].step + " " + r.about(o)
}

// about is the name of the object of a statement, or where it is made.
func (r *reporter) about(o op) string {
	if o.obj == nil || o.obj.name != "" {
		return o.named()
	}
	return fmt.Sprintf("the %s of line %d", kinds[o.obj.kind], r.line(o.obj.site.Pos()))
}

// named is the name of the object of a statement, or its kind.
func (o op) named() string {
	switch {
	case o.obj == nil:
		return "nothing"
	case o.obj.name != "":
		return o.obj.name
	}
	return kinds[o.obj.kind]
}

var kinds = map[trace.Kind]string{
	trace.KindChan: "channel", trace.KindMutex: "lock", trace.KindRWMutex: "lock", trace.KindWaitGroup: "WaitGroup", trace.KindCond: "Cond",
}
