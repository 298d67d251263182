package interleaving

import (
	_ "embed" // the documentation
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, check) }

func number(n int) value { return konst{v: constant.MakeInt64(int64(n))} }

// A reporter collects the deadlocks of a package.
type reporter struct {
	*lockfacts.Reporter
	funcs map[*ssa.Function]*lockfacts.Func
	found []result
}

// A result is the best witness of a deadlock.
type result struct {
	witness
	fn      *ssa.Function
	certain bool
}

func check(r *lockfacts.Reporter) {
	rep := &reporter{Reporter: r, funcs: map[*ssa.Function]*lockfacts.Func{}}
	for _, f := range r.Facts.Funcs {
		rep.funcs[f.Fn] = f
	}
	known, ctx := newKnowledge(), r.Context()
	for _, f := range r.Facts.Funcs {
		if r.Stopped() {
			break
		}
		s := &slice{knowledge: known, fn: f.Fn}
		if !s.relevant() {
			continue
		}
		root, cut := s.explore(ctx)
		if ctx.Err() != nil {
			continue // the reporter says so
		}
		if cut != nil {
			r.Reached("interleaving."+cut.name, cut.value)
			continue
		}
		rep.collect(f.Fn, root)
	}
	rep.report()
}

// collect takes the best witness of each deadlock of a function.
func (r *reporter) collect(fn *ssa.Function, root *node) {
	certain := root.certain()
	root.leaves(func(l *leaf) {
		for _, w := range l.found {
			r.add(result{w, fn, certain[w.key] && w.missing == ""})
		}
	})
}

func (r *reporter) add(n result) {
	i := slices.IndexFunc(r.found, func(o result) bool { return o.key == n.key })
	switch {
	case i < 0:
		r.found = append(r.found, n)
	case n.certain && !r.found[i].certain, n.certain == r.found[i].certain && len(n.order) < len(r.found[i].order):
		r.found[i] = n
	}
}

// report reports what was collected, and of a wait with others only those that they need.
func (r *reporter) report() {
	for _, n := range r.found {
		if slices.ContainsFunc(r.found, func(o result) bool { return o.within(n) }) {
			continue
		}
		if n.certain || r.ShowsPossible() {
			r.one(n)
		}
	}
}

// within reports whether a deadlock is a finding and has a part of the goroutines of another one.
func (n result) within(o result) bool {
	return len(n.core) < len(o.core) && n.certain && contains(strings.Fields(o.key), strings.Fields(n.key))
}

func contains(all, part []string) bool {
	return !slices.ContainsFunc(part, func(p string) bool { return !slices.Contains(all, p) })
}

func (r *reporter) one(n result) {
	var keys []lockgraph.EdgeKey
	var where []string
	for _, at := range n.core {
		o := n.ops[at.thread][at.index]
		keys = append(keys, lockgraph.EdgeKey{Func: r.name(o.fn), Class: o.class()})
		where = append(where, fmt.Sprintf("%s waits %s (line %d)", r.thread(n, at.thread), r.words(o), r.line(o.where())))
	}
	message := fmt.Sprintf("%s: %s; the order: %s", strings.Join(where, ", "), n.why, r.order(n))
	if !n.certain {
		message = "possible: " + message + r.lacks(n)
	}
	first := n.ops[n.core[0].thread][n.core[0].index]
	r.Report(lockfacts.Finding{
		Check: checks.BlocksForever, Pos: first.where(), Message: message, Sides: r.sides(n), Possible: !n.certain,
	}, keys)
}

// where is the place at which a goroutine waits.
func (o *op) where() token.Pos {
	if o.whole.IsValid() {
		return o.whole
	}
	return o.pos
}

// lacks says what a possible deadlock depends on.
func (r *reporter) lacks(n result) string {
	if n.because.missing == "" {
		return ""
	}
	return fmt.Sprintf("; it depends on %s (line %d)", n.because.missing, r.line(n.because.pos))
}

func (r *reporter) line(pos token.Pos) int { return r.Pass.Fset.Position(pos).Line }

func (r *reporter) name(fn *ssa.Function) string {
	if f := r.funcs[fn]; f != nil {
		return f.Name
	}
	return fn.Name()
}

// thread names a goroutine.
func (r *reporter) thread(n result, i int) string {
	if i == 0 && n.fn.Parent() != nil {
		return fmt.Sprintf("the function of line %d", r.line(n.fn.Pos()))
	}
	if i == 0 {
		return n.fn.Name()
	}
	return fmt.Sprintf("the goroutine of line %d", r.line(n.on.threads[i].pos))
}

// order writes the steps that lead to a deadlock.
func (r *reporter) order(n result) string {
	var list []string
	for _, at := range n.order {
		if o := n.ops[at.thread][at.index]; o.stmt.Op != condvar.If && o.pos.IsValid() {
			list = append(list, fmt.Sprintf("%s %s (line %d)", r.thread(n, at.thread), r.does(o), r.line(o.pos)))
		}
	}
	if len(list) == 0 {
		return "it is the first step"
	}
	return strings.Join(list, ", ")
}

// sides are the goroutines, each with its steps; a step begins with its place in the order.
func (r *reporter) sides(n result) []lockfacts.Side {
	sides := make([]lockfacts.Side, len(n.ops))
	add := func(at spot, text string) {
		o := n.ops[at.thread][at.index]
		if f := r.funcs[o.fn]; f != nil {
			sides[at.thread].Steps = append(sides[at.thread].Steps, lockfacts.Step{Op: text, Site: r.SiteOf(f, o.pos)})
		}
	}
	for i, at := range n.order {
		add(at, fmt.Sprintf("step %d: %s", i+1, r.does(n.ops[at.thread][at.index])))
	}
	for _, at := range n.core {
		add(at, "waits "+r.words(n.ops[at.thread][at.index]))
	}
	return slices.DeleteFunc(sides, func(s lockfacts.Side) bool { return len(s.Steps) == 0 })
}
