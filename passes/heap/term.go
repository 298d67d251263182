package heap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Sort says which values a term can have.
type Sort uint8

// The sorts.
const (
	Int Sort = iota
	Bool
	Text
	Ref // a pointer, a function, an interface or another value that is only compared
)

type op uint8

const (
	opConst  op = iota // num or text; nil for Ref
	opSymbol           // an unknown
	opSum              // num, and each argument times its coefficient
	opAtMost           // the sum is at most zero
	opEqual            // the arguments are equal; of integers the sum is zero
	opNot
	opApply // a function of the arguments
)

// A Term is a value. Terms of one [Pool] are compared as pointers.
type Term struct {
	Sort Sort

	op    op
	id    int
	num   int64
	text  string
	args  []*Term
	coefs []int64 // of the arguments of a sum
}

// A Pool makes terms. It is not for several goroutines.
type Pool struct {
	terms map[string]*Term
	n     int
}

// NewPool makes an empty pool.
func NewPool() *Pool { return &Pool{terms: map[string]*Term{}} }

// intern returns the term that is like t.
func (p *Pool) intern(t Term) *Term {
	key := t.key()
	if known := p.terms[key]; known != nil {
		return known
	}
	t.id, p.n = p.n, p.n+1
	p.terms[key] = &t
	return &t
}

func (t *Term) key() string {
	b := append(make([]byte, 0, 48), byte(t.op), byte(t.Sort))
	b = strconv.AppendInt(b, t.num, 36)
	for i, a := range t.args {
		b = strconv.AppendInt(append(b, ' '), int64(a.id), 36)
		if t.coefs != nil {
			b = strconv.AppendInt(append(b, '*'), t.coefs[i], 36)
		}
	}
	return string(append(append(b, ' '), t.text...))
}

// Num is a constant integer.
func (p *Pool) Num(n int64) *Term { return p.intern(Term{op: opConst, num: n}) }

// Truth is a constant of sort Bool.
func (p *Pool) Truth(b bool) *Term {
	t := Term{Sort: Bool, op: opConst}
	if b {
		t.num = 1
	}
	return p.intern(t)
}

// String is a constant of sort Text.
func (p *Pool) String(s string) *Term { return p.intern(Term{Sort: Text, op: opConst, text: s}) }

// Object is a constant of sort Ref: two with different names are different. The name "" is that of nil.
func (p *Pool) Object(name string) *Term {
	return p.intern(Term{Sort: Ref, op: opConst, text: name})
}

// Symbol is an unknown. Two symbols with one name and sort are the same.
func (p *Pool) Symbol(s Sort, name string) *Term {
	return p.intern(Term{Sort: s, op: opSymbol, text: name})
}

// Apply is the result of a function of which nothing is known but that equal arguments have equal results.
func (p *Pool) Apply(s Sort, function string, args ...*Term) *Term {
	return p.intern(Term{Sort: s, op: opApply, text: function, args: slices.Clone(args)})
}

// Plus is x + y.
func (p *Pool) Plus(x, y *Term) *Term { return p.sum(linear{}.plus(x, 1).plus(y, 1)) }

// Minus is x - y.
func (p *Pool) Minus(x, y *Term) *Term { return p.sum(linear{}.plus(x, 1).plus(y, -1)) }

// Times is x times a number.
func (p *Pool) Times(x *Term, n int64) *Term { return p.sum(linear{}.plus(x, n)) }

// AtMost is x <= y.
func (p *Pool) AtMost(x, y *Term) *Term { return p.atMost(linear{}.plus(x, 1).plus(y, -1)) }

// Less is x < y.
func (p *Pool) Less(x, y *Term) *Term {
	l := linear{}.plus(x, 1).plus(y, -1)
	l.num++
	return p.atMost(l)
}

// Equal is x == y, for terms of one sort.
func (p *Pool) Equal(x, y *Term) *Term {
	switch {
	case x == y:
		return p.Truth(true)
	case x.Sort == Int:
		return p.isZero(linear{}.plus(x, 1).plus(y, -1))
	case x.op == opConst && y.op == opConst:
		return p.Truth(false) // else they are one term
	}
	if x.id > y.id {
		x, y = y, x
	}
	if x.Sort == Bool {
		if x.op == opConst {
			x, y = y, x
		}
		switch {
		case y.op == opConst && y.num != 0:
			return x
		case y.op == opConst, p.Not(x) == y:
			return p.pair(x, y)
		}
	}
	return p.intern(Term{Sort: Bool, op: opEqual, args: []*Term{x, y}})
}

// pair is x == y where y is false, or the opposite of x.
func (p *Pool) pair(x, y *Term) *Term {
	if y.op == opConst {
		return p.Not(x)
	}
	return p.Truth(false)
}

// Not is the opposite of a term of sort Bool.
func (p *Pool) Not(x *Term) *Term {
	switch x.op {
	case opConst:
		return p.Truth(x.num == 0)
	case opNot:
		return x.args[0]
	case opAtMost: // sum <= 0 is false when 1 - sum <= 0
		l := linear{num: 1}.plus(x.args[0], -1)
		return p.atMost(l)
	}
	return p.intern(Term{Sort: Bool, op: opNot, args: []*Term{x}})
}

// Const is the value of a constant of sort Int or Bool.
func (t *Term) Const() (n int64, ok bool) {
	return t.num, t.op == opConst && (t.Sort == Int || t.Sort == Bool)
}

// Name is the name of an object or a symbol, and that of the function of a result.
func (t *Term) Name() string { return t.text }

// Is reports whether a term is the result of a function whose name has a beginning.
func (t *Term) Is(prefix string) bool { return t.op == opApply && strings.HasPrefix(t.text, prefix) }

// IsOf reports whether a term is the result of a function with a first argument.
func (t *Term) IsOf(function string, first *Term) bool {
	return t.op == opApply && t.text == function && len(t.args) > 0 && t.args[0] == first
}

// Of is the first argument of the result of a function, and the term itself when it is no such result.
func (t *Term) Of(function string) *Term {
	if t.op == opApply && t.text == function && len(t.args) > 0 {
		return t.args[0]
	}
	return t
}

// Format writes a term for people.
func (t *Term) Format() string {
	switch t.op {
	case opConst:
		switch {
		case t.Sort == Text:
			return strconv.Quote(t.text)
		case t.Sort == Bool:
			return strconv.FormatBool(t.num != 0)
		case t.Sort == Ref && t.text == "":
			return "nil"
		case t.Sort == Ref:
			return t.text
		}
		return strconv.FormatInt(t.num, 10)
	case opSum:
		return linearOf(t).format()
	case opAtMost:
		return t.args[0].Format() + " <= 0"
	case opEqual:
		if len(t.args) == 1 {
			return t.args[0].Format() + " == 0"
		}
		return t.args[0].Format() + " == " + t.args[1].Format()
	case opNot:
		return "!(" + t.args[0].Format() + ")"
	case opApply:
		var list []string
		for _, a := range t.args {
			list = append(list, a.Format())
		}
		return fmt.Sprintf("%s(%s)", t.text, strings.Join(list, ", "))
	}
	return t.text
}
