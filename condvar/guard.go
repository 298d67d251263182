package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// condition is an event of the sites in the table.
func (b *builder) condition(m *pendingOperation, e trace.Event) {
	b.stats.UnknownSites = b.stats.UnknownSites || !b.table.has(e)
	switch e.Op {
	case trace.OpGuard:
		b.guard(m, e)
	case trace.OpGuardLock:
		if n := len(m.regions); n > 0 {
			m.regions[n-1].lock, m.regions[n-1].shared = b.obj(e.Obj), e.Has(trace.FlagRead) && !e.Has(trace.FlagRW)
		}
	case trace.OpGuardChan, trace.OpGuardGroup:
		if n := len(m.regions); n > 0 && e.Obj != 0 {
			m.regions[n-1].cond = b.obj(e.Obj)
		}
	case trace.OpGuardVar:
		b.read(m, e)
	case trace.OpGuardEnd:
		m.within = m.within && !b.isXsync(int(e.Aux))
		b.leave(m, int(e.Aux))
	case trace.OpSet:
		if b.isXsync(int(e.Aux)) {
			b.xsync(m, e)
			return
		}
		if e.Has(trace.FlagFirst) {
			b.was(e)
			return
		}
		b.write(m, e)
	case trace.OpWriter:
		m.writer = e
	case trace.OpWrote:
		if e.Has(trace.FlagFirst) {
			b.wroteBefore(m, e)
			return
		}
		b.wrote(m, e)
	}
}

// guard is the evaluation of a condition: the first one opens a region, those
// that a loop makes later do not.
func (b *builder) guard(m *pendingOperation, e trace.Event) {
	site, ok := b.table.Site(int(e.Aux))
	if !ok || site.Cond == nil {
		return
	}
	value := e.Arg != 0
	for i := len(m.regions) - 1; i >= 0; i-- {
		r := m.regions[i]
		if r.id != int(e.Aux) {
			continue
		}
		r.agree()
		if site.Kind != SiteLoop { // it was left without a word, by a return
			for _, left := range m.regions[i:] {
				left.stmt.fixed = left.site.Gate
			}
			m.regions = m.regions[:i]
			break
		}
		m.regions = m.regions[:i+1]
		r.into = &r.spare
		r.stmt.Times++
		r.now, r.waited = value, false
		if value {
			walk(r.stmt.Then, func(s *Stmt) { s.Times++ })
		}
		return
	}
	r := &guardedRegion{id: int(e.Aux), site: site, value: value, now: value, cond: -1, lock: -1, held: slices.Clone(m.held)}
	if e.Obj != 0 {
		r.cond = b.obj(e.Obj)
	}
	r.stmt = &Stmt{Op: If, Cond: site.Cond, gate: site.Gate, held: value, Source: Source{Site: SiteHash(r.id), Label: site.label(), Seq: e.Seq}}
	r.stmt.loads, m.loads = m.loads, nil
	m.at = trace.Event{}
	r.stmt.Source.Count = m.counts[r.stmt.Source.Site]
	if site.Kind == SiteLoop {
		r.stmt.Op = Loop
	}
	b.emit(m, r.stmt)
	r.into = &r.stmt.Then
	if !value {
		r.into = &r.stmt.Else
	}
	m.regions = append(m.regions, r)
}

// leaveLoop closes the region of a loop around a Wait whose condition does not hold: what
// the goroutine does on its way out of the loop is done after the loop.
func (b *builder) leaveLoop(m *pendingOperation, r *guardedRegion) {
	if r.site.Op != "wait" || r.site.Kind != SiteLoop || r.now {
		return
	}
	if m.left == nil {
		m.left = map[int]*guardedRegion{}
	}
	m.left[r.site.OpID] = r
	b.leave(m, r.id)
}

// reaches notes that a goroutine comes to the operation of a site, which a condition
// guards.
func (m *pendingOperation) reaches(op int) {
	if op == 0 {
		return
	}
	open := false
	for _, r := range m.regions {
		if r.site.OpID == op {
			open, r.waited = true, true
		}
	}
	if r := m.left[op]; r != nil && !open { // the loop was over, as far as the condition says
		r.stmt.wrong = true
	}
}

// agree compares the last evaluation of the condition of a Wait with the path of the
// goroutine: it came to the Wait, or the Wait was not reached. A condition that was inferred
// wrongly is not known.
func (r *guardedRegion) agree() {
	if r.site.Op == "wait" && !r.site.Gate && r.now != r.waited {
		r.stmt.wrong = true
	}
}

// read ties a variable of the condition to one of the program.
func (b *builder) read(m *pendingOperation, e trace.Event) {
	n := len(m.regions)
	if n == 0 {
		return
	}
	r := m.regions[n-1]
	name := "var"
	if int(e.Aux) < len(r.site.Vars) {
		name = r.site.Vars[e.Aux]
	}
	v := b.variable(e, name)
	b.program.Vars[v.index].name(name)
	if !v.known {
		b.program.Vars[v.index].Start = int64(e.Arg)
	} else if v.value != int64(e.Arg) {
		v.bad = true
	}
	v.known, v.value = true, int64(e.Arg)
	if int(e.Aux) == len(r.site.Vars)-1 {
		defer b.leaveLoop(m, r)
	}
	if r.into == &r.spare { // the variables are those of the first evaluation
		if i := int(e.Aux); i < len(r.stmt.renames) && r.stmt.renames[i] != v {
			r.stmt.moved = true // it asks for another element of a map, or another object
		}
		return
	}
	to := make([]int, len(r.site.Vars))
	for i := range to {
		to[i] = i
	}
	r.stmt.renames = append(r.stmt.renames, v)
	r.values = append(r.values, int64(e.Arg))
	if int(e.Aux) == len(to)-1 && len(r.stmt.renames) == len(to) {
		for i, v := range r.stmt.renames {
			to[i] = v.index
		}
		r.stmt.Cond = r.site.Cond.rename(to)
		r.stmt.bound = true
		holds := r.site.Cond.Eval(func(i int) int64 { return r.values[i] }) != 0
		r.stmt.wrong = r.stmt.wrong || holds != r.value // a race, or an annotation that says something else
	}
}

func (b *builder) variable(e trace.Event, name string) *variable {
	p := b.vars[e.Obj]
	if p == nil {
		p = &objectHistory{}
		b.vars[e.Obj] = p
	}
	return b.known[p.live(b.test, b.over, b.sameVar, func() int {
		v, start := &variable{index: len(b.known)}, int64(0)
		if n := len(p.lives); n > 0 {
			start = b.known[p.lives[n-1].obj].value
		}
		b.known = append(b.known, v)
		b.oneVar = append(b.oneVar, v.index)
		b.program.Vars = append(b.program.Vars, Var{Addr: b.o.Instance(e.Obj).Addr, Name: name, Start: start})
		return v.index
	})]
}

// was is the value of a variable before a write. Nobody may have told it before.
func (b *builder) was(e trace.Event) {
	site, ok := b.table.Site(int(e.Aux))
	if !ok || len(site.Vars) == 0 {
		return
	}
	v, value := b.variable(e, site.Vars[0]), int64(e.Arg)
	switch {
	case !v.known:
		b.program.Vars[v.index].Start = value
	case v.value != value && site.Grows: // a write that adds nothing hides what was not told
		v.bad = true
	}
	v.known, v.value = true, value
}

// write is a change of a variable.
func (b *builder) write(m *pendingOperation, e trace.Event) {
	site, ok := b.table.Site(int(e.Aux))
	if !ok {
		return
	}
	name := "var"
	if len(site.Vars) > 0 {
		name = site.Vars[0]
	}
	v, value := b.variable(e, name), int64(e.Arg)
	s := &Stmt{Op: Set, Obj: v.index, Arg: value, Source: Source{Site: SiteHash(int(e.Aux)), Label: site.label(), Seq: e.Seq}}
	s.Source.Count = m.counts[s.Source.Site] // an OpAt came before
	m.at = trace.Event{}
	if site.Grows {
		s.Op, s.Arg = Inc, site.Delta
		switch {
		case s.Arg == 0 && v.known:
			s.Arg = value - v.value
		case !v.known:
			b.program.Vars[v.index].Start = value - s.Arg
		case value != v.value+s.Arg:
			v.bad = true
		}
	}
	v.known, v.value = true, value
	b.emit(m, s)
}

// leave closes a region, and those inside that were left by a return.
func (b *builder) leave(m *pendingOperation, id int) {
	for i := len(m.regions) - 1; i >= 0; i-- {
		if m.regions[i].id == id {
			for k := len(m.regions) - 1; k >= i; k-- {
				m.regions[k].agree()
				if m.regions[k].site.Gate {
					b.otherSide(m, m.regions[k])
				} else {
					b.guess(m, m.regions[k])
				}
			}
			m.regions = m.regions[:i]
			return
		}
	}
}

// guess adds what a condition that did not hold would have let happen: the
// waitBegin and notifyBegin of figure 5.8.
func (b *builder) guess(m *pendingOperation, r *guardedRegion) {
	if r.value || r.cond < 0 {
		return
	}
	label := r.stmt.Source.Label
	src := Source{Label: label, Seq: r.stmt.Source.Seq}
	if op, ok := b.table.Site(r.site.OpID); ok {
		src.Site, src.Label = SiteHash(r.site.OpID), op.label()
	}
	if w := b.condLock[b.oneObject.root(r.cond)]; r.lock < 0 && w != nil {
		r.lock, r.shared = w.Lock2, w.Read
	}
	s := &Stmt{Op: Broadcast, Obj: r.cond, Lock2: -1, Assumed: true, Source: src}
	switch r.site.Op {
	case "signal":
		s.Op = Signal
	case "wait":
		s.Op, s.Lock2, s.Read = Wait, r.lock, r.shared
	}
	r.stmt.Then = []*Stmt{s}
	if s.Op != Wait || s.Lock2 < 0 || m.holds(s.Lock2) {
		return
	}
	open, end := Lock, Unlock
	if s.Read {
		open, end = RLock, RUnlock
	}
	plain := Source{Label: label, Seq: src.Seq}
	begin := plain
	if r.site.Body != 0 {
		begin.Site = SiteHash(r.site.Body)
	}
	r.stmt.Then = []*Stmt{{Op: open, Obj: s.Lock2, Assumed: true, Source: begin}, s, {Op: end, Obj: s.Lock2, Assumed: true, Source: plain}}
}

func (m *pendingOperation) holds(lock int) bool {
	for _, h := range m.held {
		if h.lock == lock || h.lock == ^lock { // of its own test, and so in one life
			return true
		}
	}
	return false
}

// settle finishes a list: conditions over variables that cannot be trusted are
// taken as they happened, and the steps of package testing are dropped.
func (b *builder) settle(list []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range list {
		s.Then, s.Else = b.settle(s.Then), b.settle(s.Else)
		switch {
		case s.Source.Stack != 0 && s.Op != Go && !s.writes() && b.partyOf(s.Source.Stack) != user:
			continue
		case s.Op == If || s.Op == Loop:
			if doubt := s.doubt(); doubt != 0 || s.fixed || s.gate && b.idle(s) {
				b.noteUnreliable(s, doubt)
				out = append(out, b.asHappened(s)...)
				continue
			}
		}
		b.noteTold(s)
		out = append(out, s)
		if s.Op == Loop && len(s.Else) > 0 {
			s.Else = nil // nothing happens in a loop that is not entered
		}
	}
	return out
}

// asHappened is the statements that a condition guarded in the recorded run, without it. A
// Wait there cannot miss its signal, as one without a known condition.
func (b *builder) asHappened(s *Stmt) []*Stmt {
	switch {
	case s.gate && s.held:
		return append(s.loads, s.Then...)
	case s.gate:
		return append(s.loads, s.Else...)
	case len(s.Then) > 0 && s.Then[0].Assumed || len(s.Then) == 0:
		if s.wrong { // it waited there all the same
			forbidMissedSignals(s.Else)
		}
		return s.Else
	}
	forbidMissedSignals(s.Then)
	return s.Then
}

// forbidMissedSignals lets no Wait of a list miss its signal.
func forbidMissedSignals(list []*Stmt) {
	walk(list, func(w *Stmt) { w.NoMissedSignal = w.NoMissedSignal || w.Op == Wait })
}

// tie gives a Wait whose condition is not known the signal that ended it: it
// lasts until that one was sent, however early that is.
func (b *builder) tie(w *Stmt) {
	if w.Op != Wait || !w.NoMissedSignal {
		return
	}
	if w.NoMissedSignal = w.signal != nil; !w.NoMissedSignal {
		return
	}
	if w.signal.latch == 0 {
		b.program.Vars = append(b.program.Vars, Var{Name: "signalled"}) // after unite
		w.signal.latch = len(b.program.Vars)
	}
	w.Arg = int64(w.signal.latch - 1)
}

// addLatches adds, before the signals that Waits are tied to, what tells that
// they were sent.
func addLatches(list []*Stmt) (out []*Stmt) {
	for _, s := range list {
		s.Then, s.Else = addLatches(s.Then), addLatches(s.Else)
		if s.latch > 0 {
			out = append(out, &Stmt{Op: Set, Obj: s.latch - 1, Arg: 1, Source: Source{Seq: s.Source.Seq}})
		}
		out = append(out, s)
	}
	return out
}
