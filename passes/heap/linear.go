package heap

import (
	"fmt"
	"slices"
	"strings"
)

// A linear is a number and a sum of atoms, each times a coefficient that is not zero. The atoms are sorted by their ids.
type linear struct {
	num   int64
	atoms []*Term
	coefs []int64
}

// linearOf is a term of sort Int as a sum.
func linearOf(t *Term) linear {
	switch t.op {
	case opConst:
		return linear{num: t.num}
	case opSum:
		return linear{t.num, t.args, t.coefs}
	}
	return linear{0, []*Term{t}, []int64{1}}
}

// plus adds a term times a number.
func (l linear) plus(t *Term, n int64) linear {
	o := linearOf(t)
	out := linear{num: l.num + n*o.num}
	i, j := 0, 0
	for i < len(l.atoms) || j < len(o.atoms) {
		switch {
		case j == len(o.atoms) || i < len(l.atoms) && l.atoms[i].id < o.atoms[j].id:
			out.add(l.atoms[i], l.coefs[i])
			i++
		case i == len(l.atoms) || o.atoms[j].id < l.atoms[i].id:
			out.add(o.atoms[j], n*o.coefs[j])
			j++
		default:
			out.add(l.atoms[i], l.coefs[i]+n*o.coefs[j])
			i, j = i+1, j+1
		}
	}
	return out
}

func (l *linear) add(atom *Term, coef int64) {
	if coef != 0 {
		l.atoms, l.coefs = append(l.atoms, atom), append(l.coefs, coef)
	}
}

// shape is the sum without its number, divided by the greatest number that divides all coefficients, with a first coefficient above zero.
// The sum is by times the shape plus its number.
func (l linear) shape() (s linear, by int64) {
	for _, c := range l.coefs {
		by = gcd(by, c)
	}
	if l.coefs[0] < 0 {
		by = -by
	}
	s.atoms, s.coefs = l.atoms, slices.Clone(l.coefs)
	for i := range s.coefs {
		s.coefs[i] /= by
	}
	return s, by
}

func (p *Pool) sum(l linear) *Term {
	switch {
	case len(l.atoms) == 0:
		return p.Num(l.num)
	case len(l.atoms) == 1 && l.coefs[0] == 1 && l.num == 0:
		return l.atoms[0]
	}
	return p.intern(Term{op: opSum, num: l.num, args: l.atoms, coefs: l.coefs})
}

// atMost is whether a sum is at most zero. Its coefficients have no common divisor.
func (p *Pool) atMost(l linear) *Term {
	if len(l.atoms) == 0 {
		return p.Truth(l.num <= 0)
	}
	s, by := l.shape()
	if by < 0 {
		by = -by
		for i := range s.coefs {
			s.coefs[i] = -s.coefs[i]
		}
	}
	s.num = -floor(-l.num, by)
	return p.intern(Term{Sort: Bool, op: opAtMost, args: []*Term{p.sum(s)}})
}

// isZero is whether a sum is zero. Its coefficients have no common divisor, and the first one is above zero.
func (p *Pool) isZero(l linear) *Term {
	if len(l.atoms) == 0 {
		return p.Truth(l.num == 0)
	}
	s, by := l.shape()
	if l.num%by != 0 {
		return p.Truth(false)
	}
	s.num = l.num / by
	return p.intern(Term{Sort: Bool, op: opEqual, args: []*Term{p.sum(s)}})
}

func (l linear) format() string {
	var list []string
	for i, a := range l.atoms {
		switch l.coefs[i] {
		case 1:
			list = append(list, a.Format())
		default:
			list = append(list, fmt.Sprintf("%d*%s", l.coefs[i], a.Format()))
		}
	}
	if l.num != 0 {
		list = append(list, fmt.Sprint(l.num))
	}
	return strings.Join(list, " + ")
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// floor is n divided by d, which is above zero, rounded down.
func floor(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}
