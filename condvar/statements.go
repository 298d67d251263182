package condvar

import "slices"

// EachStatement calls f for every statement of the program. f may change the statement. A
// program that is joined with one of another recording needs the places of that recording.
func (p *Program) EachStatement(f func(*Stmt)) {
	for _, t := range p.Threads {
		walk(t.Body, f)
	}
}

// Clone returns a program that shares no statement with p.
func (p *Program) Clone() *Program {
	q := *p
	q.Objects, q.Vars, q.Threads = slices.Clone(p.Objects), slices.Clone(p.Vars), nil
	for _, t := range p.Threads {
		th := *t
		th.Body = cloned(t.Body)
		q.Threads = append(q.Threads, &th)
	}
	return &q
}

func cloned(list []*Stmt) (out []*Stmt) {
	for _, s := range list {
		c := *s
		c.Then, c.Else = cloned(s.Then), cloned(s.Else)
		out = append(out, &c)
	}
	return out
}
