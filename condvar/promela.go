package condvar

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// WritePromela writes the program for SPIN: a process for each thread, with an
// alternative for each step that it can make anywhere. An invalid end state is one in
// which a thread is blocked. Where the original would go another way, the process comes
// to a valid end when nothing else can go on. The queue of a condition variable is a
// channel of thread numbers; a RWMutex with a waiting writer keeps readers out, as
// here. The size is linear in the statements. For a send of a channel without a buffer
// it is also linear in the threads that receive from it.
//
// The size is linear in the statements, and for the sends of channels without a
// buffer in the threads that receive from them as well.
func WritePromela(w io.Writer, p *Program, names Names) error {
	b := &promelaWriter{Program: p, names: names, codes: compile(p), isWide: p.wide(), isIdle: p.idleAt()}
	b.program()
	_, err := w.Write(b.Bytes())
	return err
}

// A promelaWriter writes the micro steps of a program: SPIN sees exactly the steps that
// the checker executes. The position of a thread is a number, so that a sender can move
// its receiver on in the same step.
type promelaWriter struct {
	bytes.Buffer
	*Program
	names  Names
	codes  []code
	isWide bool // numbers have 64 bits
	isIdle func(t int, at *Stmt) bool
}

func (b *promelaWriter) printf(format string, args ...any) { fmt.Fprintf(b, format, args...) }

func (b *promelaWriter) program() {
	n := len(b.Threads)
	b.printf("/* A trace program. pc is where each thread stands, 0 before it is started. Places are in the comments. */\n\n")
	if b.isWide {
		b.printf("c_decl { typedef long long wide; } /* numbers that an int of Promela does not hold */\n")
	}
	b.printf("short pc[%d]; bit woken[%d]; hidden byte who;\n", n, n)
	b.printf("short early[%d]; /* the loop of which a thread took a later round before its time */\n", n)
	for i, o := range b.Objects {
		b.object(i, o)
	}
	for i, v := range b.Vars {
		b.number(fmt.Sprintf("x%d", i), v.Start, v.Name)
	}
	for i, o := range b.Objects {
		if b.meets(i) && o.Kind == trace.KindChan {
			b.meeting(i)
		}
	}
	for t := range b.Threads {
		b.process(t)
	}
	b.printf("\ninit {\n\tatomic {\n")
	for t, th := range b.Threads {
		if th.Parent < 0 {
			b.printf("\t\tpc[%d] = %d;\n", t, b.behind(t, 0))
		}
		b.printf("\t\trun t%d();\n", t)
	}
	b.printf("\t}\n}\n")
}

func (b *promelaWriter) object(i int, o Object) {
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
		b.printf("chan c%d = [%d] of { byte }; /* %s */\n", i, len(b.Threads), class)
	case trace.KindKey:
		b.number(fmt.Sprintf("u%d", i), int64(o.Count), class)
	case trace.KindWaitGroup:
		b.printf("int w%d = %d; /* %s */\n", i, o.Count, class)
	case trace.KindChan:
		b.printf("int n%d = %d; bit closed%d = %d; /* %s */\n", i, o.Count, i, asInt(o.Closed), class)
	}
}

// meets reports whether a sender of the channel waits for a receiver.
func (b *promelaWriter) meets(ch int) bool {
	return b.Objects[ch].Capacity == 0 && !b.Objects[ch].Timer
}

// meeting defines, for a channel without a buffer and each thread, where the
// thread offers to send or to receive, where a goroutine may send to it, and its
// next place then.
func (b *promelaWriter) meeting(ch int) {
	for t := range b.Threads {
		b.define(fmt.Sprintf("send%d_%d", ch, t), b.where(t, func(i int) bool { return b.codes[t].instrs[i].offers(Case{ch, true}) }))
		b.define(fmt.Sprintf("recv%d_%d", ch, t), b.where(t, func(i int) bool { return b.codes[t].instrs[i].offers(Case{ch, false}) }))
		b.define(fmt.Sprintf("take%d_%d", ch, t), b.whereTakes(t, ch))
		at := b.takers(t, ch)
		if len(at) == 0 {
			continue
		}
		b.printf("inline taken%d_%d() { if", ch, t)
		for _, i := range at {
			to := b.takerAt(t, i, ch)
			b.printf(" :: pc[%d] == %d ->%s pc[%d] = %d", t, i, b.jumping(t, i, to), t, b.behind(t, to))
		}
		b.printf(" fi }\n")
	}
}

// takers are the places at which a thread may receive from an unbuffered channel.
func (b *promelaWriter) takers(t, ch int) (at []int) {
	for i := range b.codes[t].instrs {
		if b.takerAt(t, i, ch) >= 0 {
			at = append(at, i)
		}
	}
	return at
}

// takerAt is the receive that a thread executes at i, or after a jump from there.
func (b *promelaWriter) takerAt(t, i, ch int) int {
	return b.codes[t].taker(i, b.codes[t].instrs[i].jumps, ch)
}

// whereTakes is the condition that a thread may receive from an unbuffered channel.
func (b *promelaWriter) whereTakes(t, ch int) string {
	var list []string
	for _, i := range b.takers(t, ch) {
		list = append(list, fmt.Sprintf("pc[%d] == %d%s", t, i, b.unlessEarly(t, i, b.takerAt(t, i, ch))))
	}
	return strings.Join(list, " || ")
}

// unlessEarly is the condition for a thread at i to execute the instruction at
// to, besides what that needs, see machine.strays and machine.jumps.
func (b *promelaWriter) unlessEarly(t, i, to int) string {
	switch {
	case b.codes[t].instrs[i].loop == 0 || !b.codes[t].early():
		return ""
	case i != to:
		return fmt.Sprintf(" && early[%d] == 0", t)
	}
	return fmt.Sprintf(" && early[%d] != %d", t, b.codes[t].instrs[i].loop)
}

// jumping is the further effect of a jump, see machine.jump.
func (b *promelaWriter) jumping(t, i, to int) string {
	if in := b.codes[t].instrs[to]; i != to && !in.last {
		return fmt.Sprintf(" early[%d] = %d;", t, in.loop)
	}
	return ""
}

func (b *promelaWriter) define(name, cond string) {
	if cond != "" {
		b.printf("#define %s (%s)\n", name, cond)
	}
}

// where is the condition that a thread stands at one of some places, or "".
func (b *promelaWriter) where(t int, is func(i int) bool) string {
	var list []string
	for i := range b.codes[t].instrs {
		if is(i) {
			list = append(list, fmt.Sprintf("pc[%d] == %d", t, i))
		}
	}
	return strings.Join(list, " || ")
}

// process writes a thread. A state in which it has no alternative is where it
// is blocked.
func (b *promelaWriter) process(t int) {
	b.printf("\nproctype t%d() { /* goroutine %d */\n\tdo\n", t, b.Threads[t].G)
	var ends []string
	for i := range b.codes[t].instrs {
		in := &b.codes[t].instrs[i]
		if at := b.atEnd(t, i, in); at != "" {
			ends = append(ends, at)
		}
		if in.op == mEnd {
			b.printf("\t:: pc[%d] == %d -> break\n", t, i)
		}
		if in.op == mJump || in.op == mEnd || in.op == mBegin {
			continue
		}
		note := ""
		if in.stmt != nil && b.names.Place != nil {
			if at := b.names.Place(in.stmt.Source); at != "" {
				note = " /* " + at + " */"
			}
		}
		for _, s := range b.steps(t, i, in) {
			b.printf("\t:: atomic { pc[%d] == %d%s;%s pc[%d] = %d }%s\n", t, i, s.text, s.jump, t, s.to, note)
		}
	}
	b.printf("\t:: timeout && (%s) -> goto endleft\n\tod;\n\tgoto done;\n", strings.Join(ends, " ||\n\t\t"))
	b.printf("endleft:\n\tfalse; /* the original is not blocked here */\ndone:\n\tskip\n}\n")
}

// behind is where a thread stands after an instruction: not at a jump.
func (b *promelaWriter) behind(t, i int) int { return b.target(t, i+1) }

func (b *promelaWriter) target(t, i int) int {
	for b.codes[t].instrs[i].op == mJump {
		i = b.codes[t].instrs[i].to
	}
	return i
}
