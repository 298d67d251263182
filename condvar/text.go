package condvar

import (
	"fmt"
	"strings"
)

// NotNil ends the name of a variable that says whether something is not nil.
const NotNil = " != nil"

// Text writes a condition for people, with the names of its variables: a variable
// that stands for a truth value is written as one.
func (e *Expr) Text(name func(v int) string) string {
	switch {
	case e.Op == "var":
		return name(e.Var)
	case e.Op == "const":
		return fmt.Sprint(e.Val)
	case e.Op == "!" && e.X.Op == "var" && strings.HasSuffix(name(e.X.Var), NotNil):
		return strings.TrimSuffix(name(e.X.Var), NotNil) + " == nil"
	case e.Op == "!" && e.X.Op == "!":
		return e.X.X.Text(name)
	case e.Op == "!" && opposite[e.X.Op] != "":
		return e.X.X.operand(name) + " " + opposite[e.X.Op] + " " + e.X.Y.operand(name)
	case e.Op == "!":
		return "!" + e.X.operand(name)
	}
	return e.X.operand(name) + " " + e.Op + " " + e.Y.operand(name)
}

// operand is a part of an expression, in parentheses where it has parts itself.
func (e *Expr) operand(name func(v int) string) string {
	words := e.Text(name)
	if !strings.ContainsAny(words, " ") {
		return words
	}
	return "(" + words + ")"
}

// opposite are the comparisons that hold where another one does not.
var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// ConditionText names the condition of a statement, "" where it has none.
func (s *Stmt) ConditionText(p *Program) string {
	if s.Cond == nil {
		return ""
	}
	return s.Cond.Text(func(v int) string { return p.Vars[v].Name })
}

// A Valuation follows the values of the variables along the order of a counterexample.
type Valuation struct {
	values []int64
	truth  map[int]bool // variables that a condition reads as truth values
}

// NewValuation begins with the first values.
func NewValuation(p *Program) *Valuation {
	l := &Valuation{truth: map[int]bool{}}
	for _, v := range p.Vars {
		l.values = append(l.values, v.Start)
	}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) { s.Cond.truths(l.truth) })
	}
	return l
}

// truths adds the variables of a condition that are truth values in it.
func (e *Expr) truths(to map[int]bool) {
	switch {
	case e == nil:
	case e.Op == "var":
		to[e.Var] = true
	case e.Op == "!" || e.Op == "&&" || e.Op == "||":
		e.X.truths(to)
		e.Y.truths(to)
	}
}

// After is the value that a write leaves, in words, and "" for another statement.
func (l *Valuation) After(s *Stmt) string {
	switch s.Op {
	case Set:
		l.values[s.Obj] = s.Arg
	case Inc:
		l.values[s.Obj] += s.Arg
	default:
		return ""
	}
	if l.truth[s.Obj] {
		return fmt.Sprint(l.values[s.Obj] != 0)
	}
	return fmt.Sprint(l.values[s.Obj])
}

// Postfix writes an expression for package conditions of the instrumented standard
// library: operands come before their operator, with a space after each word.
func (e *Expr) Postfix() string {
	switch e.Op {
	case "var":
		return fmt.Sprintf("v%d ", e.Var)
	case "const":
		return fmt.Sprintf("%d ", e.Val)
	case "!":
		return e.X.Postfix() + "! "
	}
	return e.X.Postfix() + e.Y.Postfix() + e.Op + " "
}
