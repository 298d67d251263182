package instrument

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"
)

// A decision is a branch on the way to a Wait: the condition, and the next decisions
// where it holds and where it does not. The two that have no condition are ends:
// the Wait, and every way that does not lead to it.
type decision struct {
	cond    ast.Expr
	in      ast.Stmt // the if, for or switch to which the condition belongs
	tag     ast.Expr // of the switch, with which cond is compared, or nil
	yes, no *decision
	before  []ast.Node // the code that is executed between the decision before it and this one
}

var (
	waits = &decision{}
	away  = &decision{}
)

func (d *decision) ends() bool { return d == waits || d == away }

// A shape is how the control flow of a loop or if leads to a Wait.
type shape struct {
	first *decision
	again bool // after the Wait only the loop's head follows, and before it no other round
}

// shapeOf follows the control flow of the function around a Wait, from the head of
// a loop or if to the Wait. All ways out of the statement count, and so do those
// after the Wait. It takes time in the size of the function.
func (f *finder) shapeOf(u use, stmt ast.Stmt) (*shape, error) {
	body := u.function()
	if body == nil {
		return nil, errNoCondition
	}
	graph := cfg.New(body, func(call *ast.CallExpr) bool { return !u.in.ends(call) })
	w := &walker{use: u, stmt: stmt, heads: headsOf(stmt), known: map[*cfg.Block]*decision{}, open: map[*cfg.Block]bool{}}
	w.head = w.headOf(graph)
	if w.head == nil {
		return nil, errors.New("is never evaluated")
	}
	first, err := w.from(w.head, true)
	if err != nil {
		return nil, err
	}
	if first.ends() {
		return nil, errors.New("is none: nothing in front of the Wait decides")
	}
	_, loops := stmt.(*ast.ForStmt)
	return &shape{first, loops && !w.rounds && !w.leavesBehind(graph)}, nil
}

// function is the body of the function in which the call is.
func (u use) function() *ast.BlockStmt {
	for i := len(u.path) - 1; i >= 0; i-- {
		switch n := u.path[i].(type) {
		case *ast.FuncLit:
			return n.Body
		case *ast.FuncDecl:
			return n.Body
		}
	}
	return nil
}

// ends reports whether a call ends the goroutine.
func (in *file) ends(call *ast.CallExpr) bool {
	if in.builtin(call) == "panic" {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := in.pkg.TypesInfo.ObjectOf(sel.Sel).(*types.Func)
	return ok && enders[fn.FullName()]
}

var enders = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}

// headsOf tells the statement of each condition in a statement, with the tag of a switch.
func headsOf(stmt ast.Stmt) map[ast.Expr]*decision {
	heads := map[ast.Expr]*decision{}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			heads[n.Cond] = &decision{cond: n.Cond, in: n}
		case *ast.ForStmt:
			if n.Cond != nil {
				heads[n.Cond] = &decision{cond: n.Cond, in: n}
			}
		case *ast.SwitchStmt:
			for _, s := range n.Body.List {
				for _, e := range s.(*ast.CaseClause).List {
					heads[e] = &decision{cond: e, in: n, tag: n.Tag}
				}
			}
		}
		return true
	})
	return heads
}

// A walker follows the control flow to one Wait.
type walker struct {
	use
	stmt   ast.Stmt
	head   *cfg.Block
	heads  map[ast.Expr]*decision
	known  map[*cfg.Block]*decision
	open   map[*cfg.Block]bool // on the way from the head
	rounds bool                // a way comes to the head again without having waited
}

// headOf is the block in which the statement begins: that of the condition, or the
// body of a loop that has none.
func (w *walker) headOf(graph *cfg.CFG) *cfg.Block {
	for _, b := range graph.Blocks {
		if !b.Live {
			continue
		}
		switch n := w.stmt.(type) {
		case *ast.ForStmt:
			if b.Stmt == n && (b.Kind == cfg.KindForLoop || n.Cond == nil && b.Kind == cfg.KindForBody) {
				return b
			}
		case *ast.IfStmt:
			if k := len(b.Nodes); k > 0 && b.Nodes[k-1] == n.Cond {
				return b
			}
		}
	}
	return nil
}

// inside reports whether a block belongs to the statement.
func (w *walker) inside(b *cfg.Block) bool {
	if b == w.head {
		return true
	}
	if b.Stmt == nil || b.Stmt.Pos() < w.stmt.Pos() || b.Stmt.End() > w.stmt.End() {
		return false
	}
	return b.Stmt != w.stmt || b.Kind != cfg.KindForDone && b.Kind != cfg.KindIfDone
}

// from is the first decision on the ways from a block, nil where they only lead to one
// that is on the way already.
func (w *walker) from(b *cfg.Block, first bool) (*decision, error) {
	switch {
	case b == w.head && !first:
		w.rounds = true
		return away, nil
	case !w.inside(b):
		return away, nil
	case w.known[b] != nil:
		return w.known[b], nil
	case w.open[b]:
		return nil, nil // another round of a loop before the Wait
	}
	w.open[b] = true
	d, err := w.block(b)
	if err == nil && d != nil {
		w.known[b] = d
	}
	delete(w.open, b)
	return d, err
}

// block is the same after what a block executes.
func (w *walker) block(b *cfg.Block) (*decision, error) {
	for _, n := range b.Nodes {
		if n.Pos() <= w.call.Pos() && w.call.End() <= n.End() {
			return waits, nil
		}
	}
	var next []*decision
	for _, s := range b.Succs {
		d, err := w.from(s, false)
		if err != nil {
			return nil, err
		}
		if d != nil {
			next = append(next, d)
		}
	}
	nodes := b.Nodes
	if len(next) < len(b.Succs) {
		nodes = append(nodes[:len(nodes):len(nodes)], b.Stmt)
	}
	d := away
	switch head := w.decides(b); {
	case len(b.Succs) == 0:
	case len(next) == 0:
		return nil, nil
	case same(next):
		d = next[0]
	case head == nil:
		return nil, errors.New("depends on a select or range in front of the Wait")
	default:
		d, nodes = head, nodes[:len(nodes)-1]
		d.yes, d.no = next[0], next[1]
	}
	if !d.ends() {
		d.before = append(d.before, nodes...)
	}
	return d, nil
}

func same(list []*decision) bool {
	for _, d := range list[1:] {
		if d != list[0] {
			return false
		}
	}
	return len(list) > 0
}

// decides is the condition at the end of a block, or nil.
func (w *walker) decides(b *cfg.Block) *decision {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return nil
	}
	e, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return nil
	}
	return w.heads[e]
}

// leavesBehind reports whether the loop may be left, or go on otherwise, between
// the Wait and its head.
func (w *walker) leavesBehind(graph *cfg.CFG) bool {
	seen := map[*cfg.Block]bool{}
	var leaves func(b *cfg.Block) bool
	leaves = func(b *cfg.Block) bool {
		if b == w.head || seen[b] {
			return false
		}
		seen[b] = true
		if !w.inside(b) || len(b.Succs) == 0 {
			return true
		}
		for _, s := range b.Succs {
			if leaves(s) {
				return true
			}
		}
		return false
	}
	for _, b := range graph.Blocks {
		for _, n := range b.Nodes {
			if n.Pos() > w.call.Pos() || w.call.End() > n.End() {
				continue
			}
			if len(b.Succs) == 0 {
				return true
			}
			for _, s := range b.Succs {
				if leaves(s) {
					return true
				}
			}
		}
	}
	return false
}

// simple reports whether a shape is one condition: of the statement itself, or of
// an if under which a loop is left.
func (s *shape) simple() bool {
	d := s.first
	_, isSwitch := d.in.(*ast.SwitchStmt)
	return d.yes.ends() && d.no.ends() && !isSwitch
}

// between lists what is executed between the decisions of a shape.
func (s *shape) between() (nodes []ast.Node) {
	if s.first == nil {
		return nil
	}
	seen := map[*decision]bool{}
	var visit func(d *decision)
	visit = func(d *decision) {
		if d.ends() || seen[d] {
			return
		}
		seen[d] = true
		if d != s.first {
			nodes = append(nodes, d.before...)
		}
		visit(d.yes)
		visit(d.no)
	}
	visit(s.first)
	return nodes
}

// errBetween is why a condition is given up whose parts are not evaluated at once.
func errBetween(text string) error {
	return fmt.Errorf("is tested in parts, and %q happens between them", text)
}

// beside reports whether a call can be put before a decision.
func (d *decision) beside() bool {
	n, ok := d.in.(*ast.SwitchStmt)
	return !ok || n.Init == nil
}
