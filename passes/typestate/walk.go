package typestate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxPaths is how many states are looked at in a function. A function that has more
// is left out: a finding on some paths would still be true, but a check
// that is silent about the rest should be so about all. The report names the
// package.
const maxPaths = 4_000

// A walker follows the paths of one function.
type walker struct {
	pkg     *pkg
	fn      *ssa.Function
	objects map[ssa.Value]*object // by the value that makes them
	paths   map[string]*object
	conds   map[string]int // how often a condition is tested
	seen    map[*ssa.BasicBlock]map[string]bool
	work    []item
	steps   int
	number  int

	fields map[*ssa.Alloc][]part // see partsOf
	depth  int                   // of refs

	violations []violation
	leaks      []leak
	drops      []drop
	exits      []exit
}

type item struct {
	block *ssa.BasicBlock
	state *state
}

// A violation is a call that is forbidden on a path.
type violation struct {
	obj    *object
	at     ssa.CallInstruction
	method string
	before life
	by     *object // which writes into it, or nil
}

// A leak is a return at which an object is not at its end.
type leak struct {
	obj  *object
	pos  token.Pos // of the return
	life life
	loop bool // it is made anew instead
}

// A drop is an error of the call that ends an object which was written.
type drop struct {
	obj *object
	at  ssa.CallInstruction
}

// An exit is the states of the objects at the end of one path.
type exit struct {
	*state
	rets  []ssa.Value
	gives *constructor // the constructor that the caller gets, or nil
}

func newWalker(p *pkg, fn *ssa.Function) *walker {
	return &walker{
		pkg: p, fn: fn, objects: map[ssa.Value]*object{}, paths: map[string]*object{}, conds: map[string]int{},
		fields: map[*ssa.Alloc][]part{}, seen: map[*ssa.BasicBlock]map[string]bool{},
	}
}

// add makes an object that is known by the value that it is born as.
func (w *walker) add(o *object) *object {
	w.number++
	o.number = w.number
	if o.born != nil {
		w.objects[o.born] = o
	}
	return o
}

// run walks all paths from the first block. It reports false when there are too
// many, or the visitor wants no more.
func (w *walker) run(s *state) bool {
	w.countConds()
	w.enter(nil, w.fn.Blocks[0], s)
	for len(w.work) > 0 {
		it := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if w.steps++; w.steps > maxPaths {
			w.pkg.r.Reached("maxPaths", maxPaths)
			return false
		}
		if w.pkg.r.Stopped() {
			return false
		}
		w.block(it.block, it.state)
	}
	return true
}

// enter goes to a block, unless it was reached in the same state before.
func (w *walker) enter(from, to *ssa.BasicBlock, s *state) {
	n := s.clone()
	if from != nil {
		w.phis(from, to, s, n)
	}
	n.enter(to, from != nil && to.Dominates(from))
	key := n.key()
	if w.seen[to] == nil {
		w.seen[to] = map[string]bool{}
	}
	if w.seen[to][key] {
		return
	}
	w.seen[to][key] = true
	w.work = append(w.work, item{to, n})
}

// phis gives the φs of a block their values. Constants are worth knowing, and
// values that stand for an object or its error.
func (w *walker) phis(from, to *ssa.BasicBlock, s, n *state) {
	pred := slices.Index(to.Preds, from)
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			return
		}
		delete(n.env, phi)
		v := s.canon(phi.Edges[pred])
		if !n.uses(v, phi, 0) && (w.telling(v) || len(w.refs(s, v)) > 0) {
			n.env[phi] = v
		}
	}
}

// telling reports whether conditions are about a value.
func (w *walker) telling(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Extract:
		return isError(v.Type()) || isBool(v.Type())
	case *ssa.Call:
		return isError(v.Type()) || isBool(v.Type())
	case *ssa.MakeInterface:
		return isError(v.Type())
	}
	return isBool(v.Type())
}

// block executes the instructions of a block.
func (w *walker) block(b *ssa.BasicBlock, s *state) {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.If:
			w.branch(b, s, in)
			return
		case *ssa.Return:
			w.exit(s, in)
			return
		case *ssa.Panic:
			return // a panic matters more
		}
		if !w.exec(s, in) {
			return
		}
	}
	for _, succ := range b.Succs {
		w.enter(b, succ, s)
	}
}

// exit is a return: the result is the caller's.
func (w *walker) exit(s *state, ret *ssa.Return) {
	e := exit{state: s, gives: w.gives(s, ret)}
	for _, r := range ret.Results {
		w.escapes(s, r)
	}
	for _, r := range ret.Results {
		e.rets = append(e.rets, s.canon(r))
	}
	w.exits = append(w.exits, e)
	for o, l := range s.live {
		if o.owned && !l.escaped && l.states&o.proto.final == 0 && !(o.proto.Lenient && (s.gaveUp || w.fails(s, e.rets, o))) {
			w.leak(leak{obj: o, pos: ret.Pos(), life: l})
		}
		if l.dropped != nil && !l.escaped && w.succeeds(s, e.rets) {
			w.drop(drop{o, l.dropped})
		}
	}
	for _, v := range s.late {
		if !s.gaveUp && !w.fails(s, e.rets, v.by) {
			w.violation(v)
		}
	}
}

// fails reports whether a return may be one with an error. The error of a call that is
// given the object itself tells what became of that call, and is most often nil.
func (w *walker) fails(s *state, rets []ssa.Value, o *object) bool {
	for _, r := range rets {
		if isError(r.Type()) {
			isNil, known := w.isNil(s, r)
			return !known && !w.passed(s, r, o) || known && !isNil
		}
	}
	return false
}

// succeeds reports whether a return is one with an error that is nil.
func (w *walker) succeeds(s *state, rets []ssa.Value) bool {
	for _, r := range rets {
		if isError(r.Type()) {
			isNil, known := w.isNil(s, r)
			return known && isNil
		}
	}
	return false
}

// passed reports whether a value is the result of a call that is given the object.
func (w *walker) passed(s *state, v ssa.Value, o *object) bool {
	if ext, ok := v.(*ssa.Extract); ok {
		v = ext.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || o == nil {
		return false
	}
	if call.Call.IsInvoke() && leadsTo(w.refs(s, call.Call.Value), o) {
		return true
	}
	return slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return leadsTo(w.refs(s, a), o) })
}

func (w *walker) drop(d drop) {
	if !slices.ContainsFunc(w.drops, func(k drop) bool { return k.obj == d.obj }) {
		w.drops = append(w.drops, d)
	}
}

func (w *walker) leak(l leak) {
	if !slices.ContainsFunc(w.leaks, func(k leak) bool { return k.obj == l.obj && k.pos == l.pos }) {
		w.leaks = append(w.leaks, l)
	}
}

// escapes gives away the objects that a value leads to.
func (w *walker) escapes(s *state, v ssa.Value) { w.share(s, v, always) }

// share does that, and notes who knows the variable that v is the address of.
func (w *walker) share(s *state, v ssa.Value, who escaping) {
	for _, r := range w.refs(s, v) {
		s.escape(r.obj)
	}
	c, ok := s.canon(v).(*ssa.Alloc)
	if !ok {
		return
	}
	if val, ok := s.cells[c]; ok {
		s.escaped[c] = max(s.escaped[c], who)
		if val != nil {
			w.escapes(s, val)
		}
	}
}

// finishedSomewhere reports whether some path brings the object to its end, or
// gives it away.
func (w *walker) finishedSomewhere(o *object) bool {
	return slices.ContainsFunc(w.exits, func(e exit) bool {
		l, ok := e.live[o]
		return ok && (l.escaped || l.states&^o.proto.final == 0)
	})
}
