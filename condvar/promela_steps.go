package condvar

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A promelaStep is one alternative of a process at one position. It has the further
// condition that enables it, its effect, and the position to which it leads.
type promelaStep struct {
	text string
	to   int
	jump string
}

// steps are the ways in which a thread can go on from an instruction, as
// machine.choices counts them.
func (b *promelaWriter) steps(t, i int, in *instr) (list []promelaStep) {
	if in.op == mBranch {
		cond := in.expr.condition(func(v int) string { return b.now("x", v) })
		return []promelaStep{
			{text: " && " + b.asks(cond), to: b.behind(t, i)},
			{text: " && " + b.asks("!("+cond+")"), to: b.target(t, in.to)},
		}
	}
	for _, text := range b.ways(t, in) {
		list = append(list, promelaStep{text: b.unlessEarly(t, i, i) + text, to: b.behind(t, i)})
	}
	if cond := b.passesBy(t, in); cond != "" {
		list = append(list, promelaStep{text: " && (" + cond + ")", to: b.behind(t, i)})
	}
	for _, pc := range in.jumps {
		for _, text := range b.ways(t, &b.codes[t].instrs[pc]) {
			list = append(list, promelaStep{b.unlessEarly(t, i, pc) + text, b.behind(t, pc), b.jumping(t, i, pc)})
		}
	}
	return list
}

// ways are those in which an instruction itself can be executed: a rendezvous is
// one of the sender with each receiver.
func (b *promelaWriter) ways(t int, in *instr) []string {
	ch, send := in.obj, in.op == mSend
	switch in.op {
	case mSelect:
		ch, send = in.cases[0].Chan, in.cases[0].Send
	case mSend, mRecv:
	case mRest:
		return nil
	default:
		return []string{b.effect(t, in)}
	}
	switch o := b.Objects[ch]; {
	case !send && o.Timer:
		return []string{""}
	case !send && o.Capacity == 0:
		return nil // the sender's step
	case !send:
		return []string{fmt.Sprintf(" && n%d > 0 -> n%d--", ch, ch)}
	case o.Capacity > 0:
		return []string{fmt.Sprintf(" && n%d < %d && closed%d == 0 -> n%d++", ch, o.Capacity, ch, ch)}
	}
	var list []string
	for q := range b.Threads {
		if q != t && len(b.takers(q, ch)) > 0 {
			list = append(list, fmt.Sprintf(" && closed%d == 0 && take%d_%d -> taken%d_%d()", ch, ch, q, ch, q))
		}
	}
	return list
}

// effect is the condition of a step that is no channel operation, and its effect.
func (b *promelaWriter) effect(t int, in *instr) string {
	o := in.obj
	switch in.op {
	case mLock, mAnnounce:
		return fmt.Sprintf(" && l%d == 0 -> l%d = 1", o, o)
	case mAcquire:
		return fmt.Sprintf(" && r%d == 0 -> l%d = 2", o, o)
	case mRLock, mTryR:
		return fmt.Sprintf(" && l%d == 0 -> r%d++", o, o)
	case mTry:
		if b.Objects[o].Kind == trace.KindRWMutex {
			return fmt.Sprintf(" && l%d == 0 && r%d == 0 -> l%d = 2", o, o, o)
		}
		return fmt.Sprintf(" && l%d == 0 -> l%d = 1", o, o)
	case mUnlock:
		return fmt.Sprintf(" -> l%d = 0", o)
	case mRUnlock:
		return fmt.Sprintf(" -> r%d--", o)
	case mSet:
		return " -> " + b.does(fmt.Sprintf("%s = %d", b.now("x", o), in.arg))
	case mInc:
		x := b.now("x", o)
		return " -> " + b.does(fmt.Sprintf("%s = %s + (%d)", x, x, in.arg))
	case mArrive:
		return ""
	case mOrder:
		return fmt.Sprintf(" && pc[%d] >= %d", o, in.to)
	}
	return b.waiting(t, in)
}

// waiting are the steps of condition variables, WaitGroups and semaphores, and
// those of go statements and close.
func (b *promelaWriter) waiting(t int, in *instr) string {
	o := in.obj
	switch in.op {
	case mEnqueue:
		give := ""
		if in.lock >= 0 {
			give = fmt.Sprintf("l%d = 0; ", in.lock)
			if in.read {
				give = fmt.Sprintf("r%d--; ", in.lock)
			}
		}
		return fmt.Sprintf(" -> %sc%d!%d", give, o, t)
	case mWoken:
		return fmt.Sprintf(" && woken[%d] == 1 -> woken[%d] = 0", t, t)
	case mUntil:
		return " && " + b.asks(b.now("x", o)+" != 0")
	case mSignal:
		return fmt.Sprintf(" -> if :: nempty(c%d) -> c%d?who; woken[who] = 1 :: empty(c%d) fi", o, o, o)
	case mBroadcast:
		return fmt.Sprintf(" -> do :: nempty(c%d) -> c%d?who; woken[who] = 1 :: empty(c%d) -> break od", o, o, o)
	case mGo:
		child := int(in.arg)
		return fmt.Sprintf(" -> if :: pc[%d] == 0 -> pc[%d] = %d :: else fi", child, child, b.behind(child, 0))
	case mAdd:
		if b.Objects[o].Kind == trace.KindKey {
			u := b.now("u", o)
			return " -> " + b.does(fmt.Sprintf("%s = %s + (%d)", u, u, in.arg))
		}
		return fmt.Sprintf(" -> w%d = w%d + (%d)", o, o, in.arg)
	case mTake:
		u := b.now("u", o)
		return " && " + b.asks(fmt.Sprintf("%s >= %d", u, in.arg)) + " -> " + b.does(fmt.Sprintf("%s = %s - (%d)", u, u, in.arg))
	case mWGWait:
		return fmt.Sprintf(" && w%d <= 0", o)
	case mClose:
		return fmt.Sprintf(" -> closed%d = 1", o)
	}
	return fmt.Sprintf(" && n%d == 0 && closed%d == 1", o, o) // mRecvClosed
}

// passesBy is when a thread may go on without its channel operation, or "", see
// machine.passesBy.
func (b *promelaWriter) passesBy(t int, in *instr) string {
	switch in.op {
	case mSend:
		if !in.stmt.MayContinue {
			return ""
		}
		var ready []string
		if b.meets(in.obj) {
			ready = b.others(t, "take", in.obj, func(q int) bool { return len(b.takers(q, in.obj)) > 0 })
		}
		return "!(" + strings.Join(append(ready, b.caseGoesOn(t, Case{in.obj, true})), " || ") + ")"
	case mSelect, mRecvClosed:
		if in.loop > 0 {
			return ""
		}
		var list []string
		for _, c := range in.cases[min(1, len(in.cases)):] {
			switch {
			case c.Send || b.known(t, in, c):
			case b.Objects[c.Chan].Timer:
				return "true"
			default:
				list = append(list, fmt.Sprintf("n%d == 0 && closed%d == 1", c.Chan, c.Chan))
			}
		}
		return strings.Join(list, " || ")
	}
	return ""
}

// known reports whether a thread may jump to where it takes an alternative.
func (b *promelaWriter) known(t int, in *instr, c Case) bool {
	for _, pc := range in.jumps {
		if b.sameCase(b.codes[t].instrs[pc].cases[0], c) {
			return true
		}
	}
	return false
}

// others are the macros of a channel for all threads but t that have them.
func (b *promelaWriter) others(t int, name string, ch int, has func(q int) bool) (list []string) {
	for q := range b.Threads {
		if q != t && has(q) {
			list = append(list, fmt.Sprintf("%s%d_%d", name, ch, q))
		}
	}
	return list
}

// caseGoesOn is when the original could execute a channel operation, see
// machine.caseGoesOn.
func (b *promelaWriter) caseGoesOn(t int, c Case) string {
	o := b.Objects[c.Chan]
	switch {
	case o.Timer:
		return "true"
	case o.Capacity > 0 && c.Send:
		return fmt.Sprintf("closed%d == 1 || n%d < %d", c.Chan, c.Chan, o.Capacity)
	case o.Capacity > 0:
		return fmt.Sprintf("closed%d == 1 || n%d > 0", c.Chan, c.Chan)
	}
	name := "send"
	if c.Send {
		name = "recv"
	}
	offers := b.others(t, name, c.Chan, func(q int) bool {
		return b.where(q, func(i int) bool { return b.codes[q].instrs[i].offers(Case{c.Chan, !c.Send}) }) != ""
	})
	return strings.Join(append([]string{fmt.Sprintf("closed%d == 1", c.Chan)}, offers...), " || ")
}

// atEnd is when a thread that stands at an instruction is not blocked there when
// nothing can go on, see search.stand, or "".
func (b *promelaWriter) atEnd(t, i int, in *instr) string {
	at := fmt.Sprintf("pc[%d] == %d", t, i)
	if in.op == mBegin {
		return at
	}
	if in.op == mJump || in.op == mEnd {
		return ""
	}
	if in.stmt.MayContinue || b.isIdle(t, in.stmt) || in.op == mTry || in.op == mTryR || in.op == mOrder {
		return at
	}
	var list []string
	switch in.op {
	case mSend:
		list = append(list, b.caseGoesOn(t, Case{in.obj, true}))
	case mRecv, mRecvClosed:
		list = append(list, b.caseGoesOn(t, Case{in.obj, false}))
	}
	for _, c := range in.cases {
		list = append(list, b.caseGoesOn(t, c))
	}
	if in.loop > 0 && b.codes[t].early() {
		list = append(list, fmt.Sprintf("early[%d] == %d", t, in.loop))
	}
	if len(list) == 0 {
		return ""
	}
	return at + " && (" + strings.Join(list, " || ") + ")"
}
