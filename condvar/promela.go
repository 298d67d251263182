package condvar

import (
	"bytes"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// WritePromela writes the program for SPIN: a process for each thread. An
// invalid end state is a state in which a thread is blocked; a place where the
// original would go another way is labelled as a valid end. The queue of a
// condition variable is a channel of thread numbers; a RWMutex with a waiting
// writer keeps readers out, as here.
func WritePromela(w io.Writer, p *Program, names Names) error {
	b := &promelaWriter{Program: p, names: names, codes: compile(p)}
	b.program()
	_, err := w.Write(b.Bytes())
	return err
}

// A promelaWriter writes the micro steps of a program with gotos: what SPIN
// sees is exactly what the checker executes.
type promelaWriter struct {
	bytes.Buffer
	*Program
	names Names
	codes []code
}

func (b *promelaWriter) printf(format string, args ...any) { fmt.Fprintf(b, format, args...) }

func (b *promelaWriter) program() {
	n := len(b.Threads)
	b.printf("/* A trace program. Places are in the comments. */\n\nbit started[%d]; bit woken[%d]; short pc[%d]; byte who;\n", n, n, n)
	for i, o := range b.Objects {
		class := ""
		if b.names.Object != nil {
			class = b.names.Object(i)
		}
		switch o.Kind {
		case trace.KindMutex:
			b.printf("bit l%d; /* %s */\n", i, class)
		case trace.KindRWMutex:
			b.printf("byte l%d; byte r%d; /* %s */\n", i, i, class)
		case trace.KindCond:
			b.printf("chan c%d = [%d] of { byte }; /* %s */\n", i, n, class)
		case trace.KindWaitGroup, trace.KindKey:
			b.printf("int w%d = %d; /* %s */\n", i, o.Count, class)
		case trace.KindChan:
			b.printf("int n%d; bit closed%d; /* %s */\n", i, i, class)
			if o.Capacity == 0 && !o.Timer {
				b.printf("chan h%d = [0] of { bit };\n", i)
			}
		}
	}
	for i, v := range b.Vars {
		b.printf("int x%d = %d; /* %s */\n", i, v.Start, v.Name)
	}
	for t := range b.Threads {
		b.process(t)
	}
	b.printf("\ninit {\n\tatomic {\n")
	for t, th := range b.Threads {
		if th.Parent < 0 {
			b.printf("\t\tstarted[%d] = 1;\n", t)
		}
		b.printf("\t\trun t%d();\n", t)
	}
	b.printf("\t}\n}\n")
}

// process writes a thread as labelled steps. A step that cannot be made is
// where the process is blocked.
func (b *promelaWriter) process(t int) {
	b.printf("\nproctype t%d() { /* goroutine %d */\n", t, b.Threads[t].G)
	for i := range b.codes[t].instrs {
		in := &b.codes[t].instrs[i]
		if in.op == mJump || in.op == mEnd {
			continue
		}
		b.printf("%s: ", b.label(t, i))
		b.step(t, i, in)
		if in.stmt != nil && b.names.Place != nil {
			if at := b.names.Place(in.stmt.Src); at != "" {
				b.printf(" /* %s */", at)
			}
		}
		b.printf("\n")
	}
	b.printf("endall: skip\n}\n")
}

// label names a step, behind jumps; where the original can go another way, and
// behind the last step, it is a valid end.
func (b *promelaWriter) label(t, i int) string {
	in := &b.codes[t].instrs[i]
	switch in.op {
	case mJump:
		return b.label(t, in.to)
	case mEnd:
		return "endall"
	case mBegin, mTry, mTryR, mOrder:
		return fmt.Sprintf("end%d", i)
	}
	if in.stmt != nil && in.stmt.Open {
		return fmt.Sprintf("end%d", i)
	}
	return fmt.Sprintf("s%d", i)
}

// follow goes to a step; others may wait for the place.
func (b *promelaWriter) follow(t, to int) string {
	for b.codes[t].instrs[to].op == mJump {
		to = b.codes[t].instrs[to].to
	}
	return fmt.Sprintf("pc[%d] = %d; goto %s", t, to, b.label(t, to))
}

func (b *promelaWriter) step(t, i int, in *instr) {
	next := b.follow(t, i+1)
	if closed := b.passing(in); closed != "" {
		b.printf("if :: %s -> %s :: ", closed, next)
		defer b.printf(" fi")
	}
	if in.op == mBranch {
		cond := in.expr.condition(func(v int) string { return fmt.Sprintf("x%d", v) })
		b.printf("atomic { if :: %s -> %s :: else -> %s fi }", cond, next, b.follow(t, in.to))
		return
	}
	ch, send := b.rendezvous(in)
	if ch >= 0 && send {
		b.printf("h%d!1; %s", ch, next)
		return
	}
	if ch >= 0 {
		b.printf("h%d?_; %s", ch, next)
		return
	}
	b.printf("atomic { %s; %s }", b.effect(t, in), next)
}

// passing is when a goroutine may go on without its channel operation, or "". A
// send with a default may always: SPIN has no way to ask whether a rendezvous
// is possible, so that it sees more orders there.
func (b *promelaWriter) passing(in *instr) string {
	switch in.op {
	case mSend:
		if in.stmt.Open {
			return "true"
		}
	case mSelect, mRecvClosed:
		for _, c := range in.cases[min(1, len(in.cases)):] {
			switch {
			case c.Send:
			case b.Objects[c.Chan].Timer:
				return "true"
			default:
				return fmt.Sprintf("n%d == 0 && closed%d == 1", c.Chan, c.Chan)
			}
		}
	}
	return ""
}

// rendezvous is the unbuffered channel of a step, or -1.
func (b *promelaWriter) rendezvous(in *instr) (ch int, send bool) {
	ch, send = in.obj, in.op == mSend
	switch in.op {
	case mSelect:
		ch, send = in.cases[0].Chan, in.cases[0].Send
	case mSend, mRecv:
	default:
		return -1, false
	}
	if o := b.Objects[ch]; o.Capacity > 0 || o.Timer {
		return -1, false
	}
	return ch, send
}

// effect is what enables a step and what it does.
func (b *promelaWriter) effect(t int, in *instr) string {
	o := in.obj
	switch in.op {
	case mBegin:
		return fmt.Sprintf("started[%d] == 1", t)
	case mLock, mAnnounce:
		return fmt.Sprintf("l%d == 0 -> l%d = 1", o, o)
	case mAcquire:
		return fmt.Sprintf("r%d == 0 -> l%d = 2", o, o)
	case mRLock, mTryR:
		return fmt.Sprintf("l%d == 0 -> r%d++", o, o)
	case mTry:
		if b.Objects[o].Kind == trace.KindRWMutex {
			return fmt.Sprintf("l%d == 0 && r%d == 0 -> l%d = 2", o, o, o)
		}
		return fmt.Sprintf("l%d == 0 -> l%d = 1", o, o)
	case mUnlock:
		return fmt.Sprintf("l%d = 0", o)
	case mRUnlock:
		return fmt.Sprintf("r%d--", o)
	case mEnqueue:
		give := ""
		if in.lock >= 0 {
			give = fmt.Sprintf("l%d = 0; ", in.lock)
			if in.read {
				give = fmt.Sprintf("r%d--; ", in.lock)
			}
		}
		return fmt.Sprintf("%swoken[%d] = 0; c%d!%d", give, t, o, t)
	case mWoken:
		return fmt.Sprintf("woken[%d] == 1", t)
	case mSignal:
		return fmt.Sprintf("if :: nempty(c%d) -> c%d?who; woken[who] = 1 :: empty(c%d) fi", o, o, o)
	case mBroadcast:
		return fmt.Sprintf("do :: nempty(c%d) -> c%d?who; woken[who] = 1 :: empty(c%d) -> break od", o, o, o)
	case mUntil:
		return fmt.Sprintf("x%d != 0", o)
	case mGo:
		return fmt.Sprintf("started[%d] = 1", in.arg)
	case mAdd:
		return fmt.Sprintf("w%d = w%d + (%d)", o, o, in.arg)
	case mTake:
		return fmt.Sprintf("w%d >= %d -> w%d = w%d - %d", o, in.arg, o, o, in.arg)
	case mWGWait:
		return fmt.Sprintf("w%d <= 0", o)
	case mSet:
		return fmt.Sprintf("x%d = %d", o, in.arg)
	case mInc:
		return fmt.Sprintf("x%d = x%d + (%d)", o, o, in.arg)
	case mArrive:
		return "skip"
	case mOrder:
		return fmt.Sprintf("pc[%d] >= %d", o, in.to)
	}
	return b.channel(in)
}

// channel is a step at a buffered channel, or one that needs no partner.
func (b *promelaWriter) channel(in *instr) string {
	o, send := in.obj, in.op == mSend
	if in.op == mSelect {
		o, send = in.cases[0].Chan, in.cases[0].Send
	}
	switch {
	case in.op == mRecvClosed:
		return fmt.Sprintf("n%d == 0 && closed%d == 1", o, o)
	case in.op == mClose:
		return fmt.Sprintf("closed%d = 1", o)
	case b.Objects[o].Timer:
		return "skip"
	case send:
		return fmt.Sprintf("n%d < %d && closed%d == 0 -> n%d++", o, b.Objects[o].Capacity, o, o)
	}
	return fmt.Sprintf("n%d > 0 -> n%d--", o, o)
}
