package condvar

// Quiet has what did nothing for which other goroutines wait, and is in no trace program.
type Quiet struct {
	Goroutines []*Program // each in a program with its starter, for [JoinTests] alone
	Calls      []*Call    // of functions by code of a test file, for [JoinCall] alone
}

// Len is how many there are.
func (q Quiet) Len() int { return len(q.Goroutines) + len(q.Calls) }

// quiet are programs of a starter and a goroutine that did nothing for which another one waits,
// one for each go statement. Such a goroutine has left early, and is in no trace program. In
// another test one of its kind may go on where it left, see JoinTests. It takes time linear in
// the statements.
func (p *Program) quiet() (list []*Program) {
	seen := map[spot]bool{}
	p.EachStatement(func(s *Stmt) {
		if s.Op != Go || s.Source.Site == 0 || seen[s.spot()] {
			return
		}
		th := *p.Threads[s.Arg]
		if th.Test || th.Truncated || th.Incomplete || th.End != Ended || !th.leaves() {
			return
		}
		seen[s.spot()] = true
		start := *s
		start.Arg, th.Parent, th.Body = 1, 0, nil
		list = append(list, &Program{Threads: []*Thread{{Parent: -1, Body: []*Stmt{&start}}, &th}})
	})
	return list
}

// leaves reports whether a thread does nothing but take locks and see atomic writes.
func (t *Thread) leaves() bool {
	for _, s := range t.Body {
		if !s.isLock() && s.Op != Order {
			return false
		}
	}
	return true
}
