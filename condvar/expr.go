package condvar

import (
	"fmt"
	"strings"
)

// An Expr is a condition, or a part of one, over the variables of a program. A variable
// is an integer, with 0 and 1 for false and true. A slice or map has its length, and a
// value that can be nil has whether it is.
type Expr struct {
	Op   string `json:"op"` // "var", "const", "!", or a binary operator of Go
	X, Y *Expr  `json:",omitempty"`
	Val  int64  `json:"val,omitempty"` // of a constant
	Var  int    `json:"var,omitempty"` // index of a variable
}

// Eval returns the value for the given variables.
func (e *Expr) Eval(value func(v int) int64) int64 {
	switch e.Op {
	case "var":
		return value(e.Var)
	case "const":
		return e.Val
	case "!":
		return asInt64(e.X.Eval(value) == 0)
	case "&&":
		return asInt64(e.X.Eval(value) != 0 && e.Y.Eval(value) != 0)
	case "||":
		return asInt64(e.X.Eval(value) != 0 || e.Y.Eval(value) != 0)
	}
	x, y := e.X.Eval(value), e.Y.Eval(value)
	switch e.Op {
	case "==":
		return asInt64(x == y)
	case "!=":
		return asInt64(x != y)
	case "<":
		return asInt64(x < y)
	case "<=":
		return asInt64(x <= y)
	case ">":
		return asInt64(x > y)
	case ">=":
		return asInt64(x >= y)
	case "+":
		return x + y
	case "-":
		return x - y
	}
	return 0
}

func asInt64(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Valid returns an error for an expression that Eval would not understand.
func (e *Expr) Valid(vars int) error {
	switch {
	case e == nil:
		return fmt.Errorf("a condition lacks an operand")
	case e.Op == "const":
		return nil
	case e.Op == "var":
		if e.Var < 0 || e.Var >= vars {
			return fmt.Errorf("a condition names variable %d of %d", e.Var, vars)
		}
		return nil
	case e.Op == "!":
		return e.X.Valid(vars)
	case !strings.Contains(" && || == != < <= > >= + - ", " "+e.Op+" "):
		return fmt.Errorf("a condition has the operator %q", e.Op)
	}
	if err := e.X.Valid(vars); err != nil {
		return err
	}
	return e.Y.Valid(vars)
}

// rename returns the expression over other variables.
func (e *Expr) rename(to []int) *Expr {
	if e == nil {
		return nil
	}
	r := *e
	r.X, r.Y = e.X.rename(to), e.Y.rename(to)
	if e.Op == "var" {
		r.Var = to[e.Var]
	}
	return &r
}

// vars calls f for every variable that is read.
func (e *Expr) vars(f func(v int)) {
	if e == nil {
		return
	}
	if e.Op == "var" {
		f(e.Var)
	}
	e.X.vars(f)
	e.Y.vars(f)
}

// text writes the expression with the given names; it is Go and Promela alike.
// Booleans and numbers are the same sort of thing here, so conditions compare.
func (e *Expr) text(name func(v int) string) string {
	switch e.Op {
	case "var":
		return name(e.Var)
	case "const":
		return fmt.Sprint(e.Val)
	case "!":
		return "!" + e.X.condition(name)
	case "&&", "||":
		return "(" + e.X.condition(name) + " " + e.Op + " " + e.Y.condition(name) + ")"
	}
	return "(" + e.X.text(name) + " " + e.Op + " " + e.Y.text(name) + ")"
}

// condition writes what stands where a truth value is wanted.
func (e *Expr) condition(name func(v int) string) string {
	switch e.Op {
	case "var", "const", "+", "-":
		return "(" + e.text(name) + " != 0)"
	}
	return e.text(name)
}
