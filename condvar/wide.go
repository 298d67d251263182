package condvar

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// narrow is the largest number that Promela's int is trusted with: sums of a few
// such numbers still fit in its 32 bits.
const narrow = 1 << 24

// wide reports whether a number of the program may not fit in Promela's int: a time
// in milliseconds, a size in bytes, a mask.
func (p *Program) wide() bool {
	large := false
	note := func(n int64) { large = large || n > narrow || n < -narrow }
	for _, v := range p.Vars {
		note(v.Start)
	}
	for _, o := range p.Objects {
		if o.Kind == trace.KindKey {
			note(int64(o.Count))
		}
	}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			s.Cond.constants(note)
			if s.Op == Set || s.Op == Inc || s.Op == Add || s.Op == Take {
				note(s.Arg)
			}
		})
	}
	return large
}

// constants calls f for every constant of an expression.
func (e *Expr) constants(f func(n int64)) {
	if e == nil {
		return
	}
	if e.Op == "const" {
		f(e.Val)
	}
	e.X.constants(f)
	e.Y.constants(f)
}

// Variables and semaphores are Promela's int where that is enough. Otherwise they
// are numbers of C with 64 bits, which SPIN keeps in its state: Promela has no such
// type. Conditions on them and changes of them are C then, too.

// number declares one with its first value.
func (b *promelaWriter) number(name string, start int64, note string) {
	if b.isWide {
		b.printf("c_state \"wide %s\" \"Global\" \"%d\" /* %s */\n", name, start, note)
		return
	}
	b.printf("int %s = %d; /* %s */\n", name, start, note)
}

// now is the name of a number in a condition or change.
func (b *promelaWriter) now(letter string, i int) string {
	if b.isWide {
		return fmt.Sprintf("now.%s%d", letter, i)
	}
	return fmt.Sprintf("%s%d", letter, i)
}

// asks is a condition on numbers.
func (b *promelaWriter) asks(cond string) string {
	if b.isWide {
		return "c_expr { (" + cond + ") }"
	}
	return "(" + cond + ")"
}

// does is a change of a number.
func (b *promelaWriter) does(change string) string {
	if b.isWide {
		return "c_code { " + change + "; }"
	}
	return change
}
