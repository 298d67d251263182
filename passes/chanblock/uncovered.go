package chanblock

import (
	"fmt"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A send is uncovered when no goroutine receives any more on some path of the receiver, and the sender has no
// alternative. The model has four parts:
//
//   - a [flow] knows all operations on the channel;
//   - the [contexts] of its receives know where the goroutines that receive begin;
//   - each of these has a [leaving], which has a [reason];
//   - the [contexts] of its sends may send more than the buffer holds and the receivers have received.
//
// Where one part is not shown, the finding is possible and names it.

// The parts that a possible finding may lack.
const (
	partReceiver = "receiver" // all receivers are known
	partBranch   = "branch"   // the condition by which the receiver leaves may come out so
	partChannel  = "channel"  // the receiver has the same channel
	partAmount   = "amount"   // more is sent than the buffer holds
	partOrder    = "order"    // the sender comes to the send without the receiver
	partTold     = "told"     // the receiver is told to leave while the sender goes on
	partValue    = "value"    // the sender goes on after the value by which the receiver leaves
)

var parts = map[string]string{
	partReceiver: "no other code receives",
	partBranch:   "the condition in line %d comes out so while the goroutine still sends",
	partChannel:  "it is the same channel",
	partAmount:   "more is sent than the buffer holds",
	partOrder:    "the sender comes so far, since it waits for another goroutine first",
	partTold:     "the receiver is told so while the goroutine still sends",
	partValue:    "the goroutine still sends after the value by which the receiver leaves",
}

// uncovered reports the sends of a flow that are not covered.
func (c *flow) uncovered() {
	receives, sends := c.of(trace.OpRecv), c.of(trace.OpSend)
	if len(receives) == 0 || len(sends) == 0 || c.counts {
		return
	}
	rx := c.contextsOf(receives)
	if rx.deferred || len(rx.threads) == 0 {
		return
	}
	for _, send := range sends {
		if !send.alone || send.defers || isMain(send.fn) || recovers(send.fn) || c.p.inTestFile(send.pos) || c.p.awaitsEnd(send.instr) {
			continue
		}
		if c.leftAt(send, sends, rx) {
			return
		}
	}
}

// leftAt reports a send if the receivers may leave it.
func (c *flow) leftAt(send *op, sends []*op, rx *contexts) bool {
	tx, all := c.contextsOf([]*op{send}), c.contextsOf(sends)
	if !c.concurrent(tx, rx) || c.passedRound(all, rx) || c.closedBeside(all) {
		return false
	}
	v := &verdict{c: c, send: send, tx: tx, all: all, rx: rx}
	l, lacks := v.decide()
	if l == nil || len(lacks) > 1 {
		return false
	}
	return c.reportLeft(send, l, lacks)
}

// concurrent reports whether the send happens in goroutines that the package starts, or in the function that has the channel, and
// in no receiver's.
func (c *flow) concurrent(tx, rx *contexts) bool {
	if tx.unknown || len(tx.threads) == 0 {
		return false
	}
	for fn, r := range tx.threads {
		if rx.threads[fn] != nil || r.public && len(r.spawns) == 0 || len(r.spawns) == 0 && fn != c.home {
			return false
		}
	}
	return true
}

// passedRound reports whether a goroutine that receives from the channel sends to it as well: it gives a value back that it has taken.
func (c *flow) passedRound(senders, rx *contexts) bool {
	for fn := range senders.threads {
		if rx.threads[fn] != nil && (fn != c.home || len(senders.points[fn]) > 0) {
			return true
		}
	}
	return false
}

// closedBeside reports whether other code than the senders closes the channel: then the sender dies, and does not wait. A goroutine that
// waits for the senders first is none.
func (c *flow) closedBeside(senders *contexts) bool {
	for _, o := range c.of(trace.OpClose) {
		if senders.seen[o.fn] || senders.threads[o.fn] != nil || senders.seen[o.fn.Parent()] {
			continue
		}
		if !c.p.waitsForGroup(o.fn) {
			return true
		}
	}
	return false
}

// waitsForGroup reports whether a function waits for a WaitGroup.
func (p *program) waitsForGroup(fn *ssa.Function) bool {
	f := p.byFn[fn]
	return f != nil && slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool { return ev.Op == trace.OpWGWait })
}

// reportLeft reports a send. It reports false where the finding is not asked for.
func (c *flow) reportLeft(send *op, l *leaving, lacks []string) bool {
	line := func(pos token.Pos) int { return c.p.r.Pass.Fset.Position(pos).Line }
	f := lockfacts.Finding{
		Check: checks.BlocksForever, Pos: send.pos,
		Message: fmt.Sprintf("blocks for ever when %s has returned in line %d, %s: send in a select that ends then as well", receiverName(l.from.Parent()), line(l.pos), l.kind),
	}
	if len(lacks) > 0 {
		if !c.p.r.ShowsPossible() {
			return false
		}
		text := parts[lacks[0]]
		if lacks[0] == partBranch {
			text = fmt.Sprintf(text, line(condPos(l.from)))
		}
		f.Possible, f.Lacks = true, lacks
		f.Message = "possible: " + f.Message + "; not shown that " + text
	}
	c.p.r.Report(f, []lockgraph.EdgeKey{{Func: syncop.RuntimeName(send.fn), Class: c.class(send)}})
	return true
}

// receiverName is how a message calls a function that receives.
func receiverName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "the goroutine that receives"
	}
	return fn.Name() + ", which receives,"
}

// class names the channel: by the field that holds it, or by the make.
func (c *flow) class(send *op) string {
	if c.held {
		return c.p.r.Facts.Frame(send.fn).AccessPath(channelOf(send)).Class()
	}
	return c.p.r.Facts.Frame(c.made.Parent()).AccessPath(c.made).Class()
}

// channelOf is the channel of an operation as it is named there.
func channelOf(o *op) ssa.Value {
	if send, ok := o.instr.(*ssa.Send); ok {
		return send.Chan
	}
	return o.instr.(*ssa.Select).States[o.which].Chan
}

// condPos is where an instruction stands, or the condition of a branch.
func condPos(in ssa.Instruction) token.Pos {
	if branch, ok := in.(*ssa.If); ok {
		if pos := branch.Cond.Pos(); pos.IsValid() {
			return pos
		}
		for _, o := range slices.Backward(in.Block().Instrs) {
			if o.Pos().IsValid() {
				return o.Pos()
			}
		}
	}
	return in.Pos()
}

// A verdict decides about one send.
type verdict struct {
	c           *flow
	send        *op
	tx, all, rx *contexts // of the send, of all sends, of the receives
}

// decide returns the first leaving by which the receivers leave the send, and the parts that are not shown. Each
// receiver must have one; several must have one at the same time.
func (v *verdict) decide() (*leaving, []string) {
	var lacks []string
	if v.rx.unknown || v.c.taken {
		lacks = append(lacks, partReceiver)
	}
	if v.c.mixed {
		lacks = append(lacks, partChannel)
	}
	var first *leaving
	threads := slices.SortedFunc(maps.Values(v.rx.threads), func(a, b *thread) int { return int(a.fn.Pos() - b.fn.Pos()) })
	for _, r := range threads {
		l, part := v.leaves(r, len(threads) > 1)
		if l == nil {
			return nil, nil
		}
		if part != "" && !slices.Contains(lacks, part) {
			lacks = append(lacks, part)
		}
		for _, part := range v.doubts(r, l) {
			if !slices.Contains(lacks, part) {
				lacks = append(lacks, part)
			}
		}
		if r.public && !v.startsIn(r.fn) && !slices.Contains(lacks, partReceiver) {
			lacks = append(lacks, partReceiver) // it may be called again
		}
		if first == nil {
			first = l
		}
	}
	return first, lacks
}

// leaves is the leaving of one receiver, and the part that it lacks. A complete one is preferred.
func (v *verdict) leaves(r *thread, several bool) (*leaving, string) {
	if isMain(r.fn) || v.c.p.endsWithMain(r.fn) || v.c.p.inTestFile(r.fn.Pos()) {
		return nil, ""
	}
	var second *leaving
	list := v.rx.leave(r.fn)
	for i := range list {
		l := &list[i]
		if !v.startedBefore(r, l) || !v.strands(r, l, several || len(r.spawns) > 1 || slices.ContainsFunc(r.spawns, v.c.again)) {
			continue
		}
		if l.kind != unclear {
			return l, ""
		}
		if second == nil {
			second = l
		}
	}
	return second, partBranch
}

// strands reports whether a send may still come, and has no room, when the receiver leaves.
func (v *verdict) strands(r *thread, l *leaving, several bool) bool {
	room := amount(v.c.size)
	if v.c.size == unknownSize {
		room = endless - 1
	}
	got := l.got(v.startsOf(r.fn))
	if got {
		room += v.receives(l)
	}
	before := func(in ssa.Instruction) bool {
		return in.Parent() != l.s.fn || syncop.CanReach(in, l.from)
	}
	if v.all.amount(before) <= room {
		return false
	}
	switch l.kind {
	case ended, late:
		return true
	case told:
		return v.toldByOthers(l.told)
	}
	if several && l.kind != failed || got && !v.all.sendsOn(l.kind == enough) && !v.several(l, before) {
		return false
	}
	return l.kind != value || !v.known(l)
}

// several reports whether several goroutines may be about to send when a receiver leaves: two spawn sites, or one in a loop, between
// which the receiver does not receive.
func (v *verdict) several(l *leaving, before func(ssa.Instruction) bool) bool {
	var here []ssa.Instruction
	elsewhere := 0
	for _, r := range v.all.threads {
		for _, in := range r.spawns {
			at := v.leadsTo(l.s.fn, in, map[*ssa.Function]bool{})
			if !before(in) || len(at) > 0 && !slices.ContainsFunc(at, before) {
				continue
			}
			if in.Parent() != l.s.fn && v.c.again(in) {
				return true
			}
			if len(at) == 0 {
				elsewhere++
			}
			here = append(here, at...)
		}
	}
	receives := func(in ssa.Instruction) bool { return v.rx.points[l.s.fn][in] != nil }
	return elsewhere > 1 || slices.ContainsFunc(here, func(a ssa.Instruction) bool {
		return slices.ContainsFunc(here, func(b ssa.Instruction) bool { return syncop.CanReachAvoiding(a, b, receives) })
	})
}

// receives is how many values a receiver has received at least when it leaves. Where it leaves after its last receive, these are all.
func (v *verdict) receives(l *leaving) amount {
	if _, last := l.from.(*ssa.If); last || l.kind != enough {
		return 1
	}
	return v.rx.most(l.from.Parent(), map[*ssa.Function]bool{})
}

// startsIn reports whether a function starts the sender, itself or by a call.
func (v *verdict) startsIn(fn *ssa.Function) bool { return len(v.startsOf(fn)) > 0 }

// startsOf returns the instructions of a function by which the sender is started.
func (v *verdict) startsOf(fn *ssa.Function) []ssa.Instruction {
	var list []ssa.Instruction
	for _, r := range v.tx.threads {
		for _, in := range r.spawns {
			list = append(list, v.leadsTo(fn, in, map[*ssa.Function]bool{})...)
		}
	}
	return list
}

// leadsTo returns the instructions of a function that are an instruction or calls which lead to it.
func (v *verdict) leadsTo(fn *ssa.Function, in ssa.Instruction, seen map[*ssa.Function]bool) []ssa.Instruction {
	at := in.Parent()
	if at == fn {
		return []ssa.Instruction{in}
	}
	if seen[at] {
		return nil
	}
	seen[at] = true
	var list []ssa.Instruction
	for _, use := range v.c.p.usersOf(at) {
		if call, ok := use.(*ssa.Call); ok && call.Call.StaticCallee() == at {
			list = append(list, v.leadsTo(fn, call, seen)...)
		}
	}
	return list
}

// startedBefore reports whether the sender may be started before a leaving: a receiver that is no goroutine of its own starts it before that.
func (v *verdict) startedBefore(r *thread, l *leaving) bool {
	starts := v.startsOf(r.fn)
	if len(starts) == 0 || l.from.Parent() != r.fn {
		return true
	}
	return slices.ContainsFunc(starts, func(in ssa.Instruction) bool { return syncop.CanReach(in, l.from) })
}

// toldByOthers reports whether other code than the sender tells the receiver to leave, and does not wait for the sender before.
func (v *verdict) toldByOthers(ch ssa.Value) bool {
	p := v.c.p
	in, ok := ch.(ssa.Instruction)
	if !ok {
		return false
	}
	told := false
	for _, b := range p.r.Facts.On(p.r.Facts.Frame(in.Parent()).AccessPath(ch).Node()) {
		f := p.r.Facts.Func(b.Func)
		if b.Op == trace.OpRecv || f == nil {
			continue
		}
		if v.ofSender(f.Fn) || waitsBefore(f) {
			return false
		}
		told = true
	}
	return told
}

// ofSender reports whether a function belongs to the thread contexts of the sends.
func (v *verdict) ofSender(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if v.all.seen[fn] && fn != v.c.home {
			return true
		}
		for _, r := range v.all.threads {
			if r.fn == fn && len(r.spawns) > 0 {
				return true
			}
		}
	}
	return false
}

// waitsBefore reports whether a function waits for other goroutines: it may wait for the senders.
func waitsBefore(f *lockfacts.Func) bool {
	return slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
		return ev.Async == "" && (ev.Op == trace.OpWGWait || ev.Op == trace.OpRecv)
	})
}

// endsWithMain reports whether a function is called only on the way of main, which ends the program: nothing stays after then.
func (p *program) endsWithMain(fn *ssa.Function) bool {
	return p.isProgram() && p.onlyMain(fn, maxFollow)
}

func (p *program) onlyMain(fn *ssa.Function, depth int) bool {
	if isMain(fn) {
		return true
	}
	users := p.usersOf(fn)
	return depth > 0 && len(users) > 0 && !slices.ContainsFunc(users, func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return !ok || call.Call.StaticCallee() != fn || !p.onlyMain(call.Parent(), depth-1)
	})
}
