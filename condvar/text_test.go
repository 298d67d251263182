package condvar

import "testing"

// TestWords: a condition reads as a programmer writes it.
func TestWords(t *testing.T) {
	v := func(i int) *Expr { return &Expr{Op: "var", Var: i} }
	n := func(i int64) *Expr { return &Expr{Op: "const", Val: i} }
	is := func(op string, x, y *Expr) *Expr { return &Expr{Op: op, X: x, Y: y} }
	no := func(x *Expr) *Expr { return &Expr{Op: "!", X: x} }
	names := func(i int) string { return []string{"q.closed", "len(q.items)", "q.err != nil"}[i] }
	for want, e := range map[string]*Expr{
		"q.err != nil":                      v(2),
		"q.err == nil":                      no(v(2)),
		"(q.err == nil) && (q.err != nil)":  is("&&", no(v(2)), v(2)),
		"!q.closed":                         no(v(0)),
		"q.closed":                          no(no(v(0))),
		"len(q.items) == 0":                 no(is("!=", v(1), n(0))),
		"(len(q.items) == 0) && !q.closed":  is("&&", is("==", v(1), n(0)), no(v(0))),
		"!((len(q.items) > 1) || q.closed)": no(is("||", is(">", v(1), n(1)), v(0))),
		"(len(q.items) + 1) < 4294967296":   is("<", is("+", v(1), n(1)), n(1<<32)),
	} {
		if got := e.Text(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestLedger: sums and assignments follow each other, and truth values are called so.
func TestLedger(t *testing.T) {
	cond := &Stmt{Op: If, Cond: &Expr{Op: "!", X: &Expr{Op: "var", Var: 1}}}
	l := NewValuation(&Program{Vars: []Var{{Name: "n", Start: 5}, {Name: "done"}}, Threads: []*Thread{{Body: []*Stmt{cond}}}})
	for _, c := range []struct {
		s    Stmt
		want string
	}{{Stmt{Op: Inc, Arg: -2}, "3"}, {Stmt{Op: Set, Arg: 1 << 33}, "8589934592"}, {Stmt{Op: Lock}, ""}, {Stmt{Op: Inc, Arg: 1}, "8589934593"}, {Stmt{Op: Set, Obj: 1, Arg: 1}, "true"}} {
		if got := l.After(&c.s); got != c.want {
			t.Errorf("%v: %q, want %q", c.s.Op, got, c.want)
		}
	}
}
