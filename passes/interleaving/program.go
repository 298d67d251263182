package interleaving

import (
	"context"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A leaf is the end of a path.
type leaf struct {
	threads []*thread
	found   []witness
}

// A program is a trace program with where its statements come from.
type program struct {
	*condvar.Program
	leaf      *leaf
	at        map[*condvar.Stmt]spot
	ops       [][]op   // of each thread
	marks     [][]mark // of each thread, by its ops
	objects   map[*object]int
	vars      map[*cell]int
	signature string // equal for programs that do the same
}

// A spot is a statement of a thread.
type spot struct{ thread, index int }

// build makes the trace program of a path. Operations on objects that other code knows are left out.
func build(l *leaf, fn *ssa.Function) *program {
	p := &program{Program: &condvar.Program{}, leaf: l, at: map[*condvar.Stmt]spot{}, objects: map[*object]int{}, vars: map[*cell]int{}}
	for i, th := range l.threads {
		p.Threads = append(p.Threads, &condvar.Thread{G: trace.G(i + 1), Parent: th.parent})
		p.ops, p.marks = append(p.ops, nil), append(p.marks, nil)
		p.thread(i, th)
	}
	for i, th := range l.threads {
		if th.rest || i == 0 && endsProcess(fn) {
			p.Threads[i].Body = append(p.Threads[i].Body, p.rest(th.ends))
		}
	}
	p.sign()
	return p
}

// rest is the end of a path after which more follows, or nothing at all: it may use everything, but locks
// only where they are given back.
func (p *program) rest(locks bool) *condvar.Stmt {
	all := &condvar.Uses{}
	for i, o := range p.Objects {
		if locks || o.Kind != trace.KindMutex && o.Kind != trace.KindRWMutex { // for a lock that it does not hold no goroutine waits for it
			all.Objs = append(all.Objs, i)
		}
	}
	for i := range p.Vars {
		all.Vars = append(all.Vars, i)
	}
	return &condvar.Stmt{Op: condvar.Rest, MayContinue: true, Lock2: -1, Rest: all}
}

// endsProcess reports whether the process ends with the function.
func endsProcess(fn *ssa.Function) bool {
	return fn.Name() == "main" && fn.Signature.Recv() == nil && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main"
}

// thread adds the statements of a goroutine.
func (p *program) thread(i int, th *thread) {
	next := 0
	for k, o := range th.ops {
		for ; next < len(th.marks) && th.marks[next].at <= k; next++ {
			p.mark(i, th.marks[next])
		}
		if o.obj != nil && (o.obj.escaped || o.lock != nil && o.lock.escaped) {
			if o.blocks() {
				p.mark(i, mark{missing: outside, pos: o.pos})
			}
			continue
		}
		if o.cell != nil && o.cell.escaped {
			p.mark(i, mark{missing: outside, pos: o.pos})
			continue
		}
		p.statement(i, o)
	}
	for ; next < len(th.marks); next++ {
		p.mark(i, th.marks[next])
	}
}

func (p *program) mark(i int, m mark) {
	m.at = len(p.ops[i])
	p.marks[i] = append(p.marks[i], m)
}

// blocks reports whether a goroutine may wait at a statement for something else than a lock.
func (o *op) blocks() bool {
	switch o.stmt.Op {
	case condvar.Send, condvar.Recv, condvar.RecvClosed, condvar.Select, condvar.WGWait, condvar.Wait:
		return true
	}
	return false
}

// statement adds a statement, with a place of its own: no two are rounds of one loop for the search.
func (p *program) statement(i int, o op) {
	s := o.stmt
	s.Lock2 = -1
	if o.obj != nil {
		s.Obj = p.number(o.obj)
	}
	if o.lock != nil {
		s.Lock2 = p.number(o.lock)
	}
	if o.cell != nil {
		p.variable(&s, o)
	}
	for _, c := range o.cases {
		if c.ch.escaped {
			s.MayContinue = true
		} else if s.Op != condvar.If {
			s.Cases = append(s.Cases, condvar.Case{Chan: p.number(c.ch), Send: c.send})
		}
	}
	s.Source = condvar.Source{Site: uint64(i)<<32 | uint64(len(p.ops[i])+1), Seq: uint64(len(p.at) + 1)}
	p.at[&s] = spot{i, len(p.ops[i])}
	p.Threads[i].Body = append(p.Threads[i].Body, &s)
	p.ops[i] = append(p.ops[i], o)
}

// variable makes a statement that writes a variable, or a statement that goes on only where the variable has the value of the path:
// where it has another one, another path goes on.
func (p *program) variable(s *condvar.Stmt, o op) {
	n, ok := p.vars[o.cell]
	if !ok {
		n = len(p.Vars)
		p.vars[o.cell] = n
		start, _ := codeOf(zero(o.cell.typ))
		p.Vars = append(p.Vars, condvar.Var{Name: o.cell.name, Start: start})
	}
	s.Obj, s.Arg = n, o.code
	if s.Op == condvar.If {
		s.Cond = &condvar.Expr{Op: "==", X: &condvar.Expr{Op: "var", Var: n}, Y: &condvar.Expr{Op: "const", Val: o.code}}
		s.Else = []*condvar.Stmt{{Op: condvar.Rest, MayContinue: true, Lock2: -1, Rest: &condvar.Uses{}}}
	}
}

// number is the index of an object.
func (p *program) number(o *object) int {
	n, ok := p.objects[o]
	if !ok {
		n = len(p.Objects)
		p.objects[o] = n
		kind := o.kind
		p.Objects = append(p.Objects, condvar.Object{ID: uint64(n + 1), Kind: kind, Name: o.name, Capacity: int(o.room)})
	}
	return n
}

// sign computes the signature.
func (p *program) sign() {
	var text strings.Builder
	for i, th := range p.Threads {
		fmt.Fprintf(&text, "\n%d", th.Parent)
		for k, s := range th.Body {
			fmt.Fprintf(&text, " %d:%d:%d:%d:%v:%v", s.Op, s.Obj, s.Lock2, s.Arg, s.MayContinue, s.Cases)
			if k < len(p.ops[i]) {
				fmt.Fprintf(&text, ":%d", p.ops[i][k].pos)
			}
		}
	}
	for _, o := range p.Objects {
		fmt.Fprintf(&text, " %d/%d", o.Kind, o.Capacity)
	}
	p.signature = text.String()
}

// A deadlock is an end of the search, apart from the program that it was found in.
type deadlock struct {
	key   string
	why   string
	core  []spot
	order []spot
	count []int // statements that each thread has executed
}

// deadlocks searches the program. It is not ok when the search ended at the limit.
func (p *program) deadlocks(ctx context.Context, limit int) (list []deadlock, states int, ok bool) {
	if limit <= 0 {
		return nil, 0, false
	}
	if !p.waits() {
		return nil, 0, true
	}
	res := p.Check(ctx, condvar.Options{MaxStates: limit, Exact: true})
	for _, d := range res.Deadlocks {
		if onlyLocks(d) || !p.happens(d) {
			continue
		}
		list = append(list, p.deadlock(d))
	}
	return list, res.States, res.Limit == ""
}

// waits reports whether a goroutine may wait for anything but a lock.
func (p *program) waits() bool {
	for i := range p.ops {
		for k := range p.ops[i] {
			if p.ops[i][k].blocks() {
				return true
			}
		}
	}
	return false
}

// onlyLocks reports whether a deadlock is one of other checks.
func onlyLocks(d *condvar.Deadlock) bool {
	return !slices.ContainsFunc(d.Core, func(b condvar.BlockedThread) bool { return b.Stmt.Op != condvar.Lock && b.Stmt.Op != condvar.RLock })
}

// deadlock describes a deadlock by spots.
func (p *program) deadlock(d *condvar.Deadlock) deadlock {
	out := deadlock{why: d.Reason}
	started := map[int]bool{0: true}
	for _, e := range d.Order {
		if e.Stmt.Op == condvar.Go {
			started[int(e.Stmt.Arg)] = true
		}
		if at, ok := p.at[e.Stmt]; ok && !e.Resumed {
			out.order = append(out.order, at)
		}
		if at, ok := p.at[e.Receiver]; ok && e.Receiver != nil {
			out.order = append(out.order, at)
		}
	}
	for i := range p.Threads {
		n := len(p.ops[i])
		if !started[i] {
			n = -1
		}
		out.count = append(out.count, n)
	}
	for _, b := range append(slices.Clone(d.Core), d.Others...) {
		out.count[b.Thread] = p.at[b.Stmt].index
	}
	var keys []string
	for _, b := range d.Core {
		at := p.at[b.Stmt]
		out.core = append(out.core, at)
		keys = append(keys, p.ops[at.thread][at.index].stands())
	}
	slices.Sort(keys)
	out.key = strings.Join(slices.Compact(keys), " ")
	return out
}

// stands names where a goroutine waits: whichever case of a select the path takes, and whether a channel is closed at last,
// is no other wait.
func (o *op) stands() string {
	switch {
	case o.whole.IsValid():
		return fmt.Sprintf("%d:select", o.whole)
	case o.stmt.Op == condvar.RecvClosed:
		return fmt.Sprintf("%d:%s", o.pos, condvar.Recv)
	}
	return fmt.Sprintf("%d:%s", o.pos, o.stmt.Op)
}

// A witness is a deadlock on a path, with the parts of its proof that it lacks.
type witness struct {
	deadlock
	on      *leaf
	ops     [][]op
	missing string // "" where only free branches may lead elsewhere
	because mark   // the first thing that it depends on, if any
}

// witness finds the choices that a deadlock depends on: those on the paths of its goroutines.
func (p *program) witness(d deadlock) witness {
	w := witness{deadlock: d, on: p.leaf, ops: p.ops}
	for i, marks := range p.marks {
		for _, m := range marks {
			if m.at > d.count[i] {
				continue
			}
			if m.missing != freeBranch && w.missing == "" {
				w.missing, w.because = m.missing, m
			}
			if w.because.missing == "" {
				w.because = m
			}
		}
	}
	return w
}

// happens replays the order of a deadlock and reports whether the program comes there: it does not where it panics on the
// way, or where the default of a select is taken though a case is ready.
func (p *program) happens(d *condvar.Deadlock) bool {
	r := replay{program: p, count: map[int]int64{}, closed: map[int]bool{}}
	for _, e := range d.Order {
		if !e.Resumed && (!r.step(e.Stmt) || e.Receiver != nil && !r.step(e.Receiver)) {
			return false
		}
	}
	return true
}

// A replay follows an order.
type replay struct {
	*program
	count  map[int]int64 // of a WaitGroup; of values in a channel with room; of holds of a lock
	closed map[int]bool
}

func (r *replay) step(s *condvar.Stmt) bool {
	n := r.count[s.Obj]
	switch s.Op {
	case condvar.Add:
		r.count[s.Obj] += s.Arg
		return n+s.Arg >= 0
	case condvar.Lock, condvar.RLock, condvar.TryLock, condvar.TryRLock:
		r.count[s.Obj]++
	case condvar.Unlock, condvar.RUnlock:
		r.count[s.Obj]--
		return n > 0
	case condvar.Close:
		was := r.closed[s.Obj]
		r.closed[s.Obj] = true
		return !was
	case condvar.Send, condvar.Recv:
		r.transfer(s.Obj, s.Op == condvar.Send)
	case condvar.Select:
		r.transfer(s.Cases[0].Chan, s.Cases[0].Send)
	case condvar.If:
		at := r.at[s]
		return !slices.ContainsFunc(r.ops[at.thread][at.index].cases, r.ready)
	}
	return true
}

func (r *replay) transfer(ch int, send bool) {
	switch {
	case r.Objects[ch].Capacity == 0:
	case send:
		r.count[ch]++
	default:
		r.count[ch]--
	}
}

// ready reports whether a case of a select can be taken in any order of the remaining steps: a partner that is not there yet may
// come later.
func (r *replay) ready(c choice) bool {
	ch, ok := r.objects[c.ch]
	switch {
	case !ok || c.ch.escaped:
		return false
	case r.closed[ch]:
		return true
	case c.send:
		return r.count[ch] < c.ch.room
	}
	return r.count[ch] > 0
}

// relevant reports whether a function may make objects: others have nothing to look at.
func (s *slice) relevant() bool {
	return !typeParameters(s.fn.Signature) && s.makes(s.fn, 0)
}

func typeParameters(sig *types.Signature) bool {
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}
