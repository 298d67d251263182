package condvar

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"slices"
)

// An Identity tells programs apart. Two programs with one identity differ in the names of their
// threads, objects, variables and stacks alone, and so have deadlocks at the same places.
type Identity [sha256.Size]byte

// Identity is that of a program. Threads change places by the colours of a refinement (Weisfeiler
// and Leman, 1968) of a few rounds. So programs that differ in names alone may have two
// identities, when the colours leave a choice. Never do others have one. It takes time linear in the
// statements, but for sorting.
func (p *Program) Identity() Identity {
	c := newColours(p)
	for range colourRounds {
		c.refine()
	}
	order := make([]int, len(p.Threads))
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.threads[a], c.threads[b]) })
	w := &identityWriter{colours: c, thread: make([]int, len(order)), names: map[row]int{}}
	for i, t := range order {
		w.thread[t] = i
	}
	for _, t := range order {
		w.writeThread(t, w.number)
	}
	for i := 0; i < len(w.met); i++ {
		w.buf = fmt.Appendf(w.buf, "\n%s", c.look(w.met[i]))
	}
	return sha256.Sum256(w.buf)
}

// colourRounds is how far the colour of a thread reaches: as many uses of one object away.
const colourRounds = 3

// A row names an object, variable, thread or stack of a program.
type row struct {
	sort  rowSort
	index int
}

type rowSort uint8

const (
	objectRow rowSort = iota
	variableRow
	stackRow
)

// colours are numbers of threads, objects and variables that do not depend on their names.
type colours struct {
	*Program
	threads []uint64
	rows    map[row]uint64
	at      [][]uint64 // for each thread, the latest time up to each statement that happened
}

func newColours(p *Program) *colours {
	c := &colours{Program: p, threads: make([]uint64, len(p.Threads)), rows: map[row]uint64{}}
	for _, th := range p.Threads {
		var at []uint64
		last := uint64(0)
		walk(th.Body, func(s *Stmt) {
			if !s.Assumed {
				last = max(last, s.Source.Seq)
				at = append(at, last)
			}
		})
		c.at = append(c.at, at)
	}
	for o := range p.Objects {
		c.rows[row{objectRow, o}] = colour(c.look(row{objectRow, o}))
	}
	for v := range p.Vars {
		c.rows[row{variableRow, v}] = colour(c.look(row{variableRow, v}))
	}
	return c
}

// colour is the one of a text.
func colour[T string | []byte](text T) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// look is the text that tells an object or variable from others before its uses.
func (c *colours) look(r row) string {
	switch r.sort {
	case objectRow:
		o := &c.Objects[r.index]
		return fmt.Sprint(o.Kind, o.Capacity, o.Timer, o.Context, o.Singleflight, o.Count, o.Closed, " ", o.Name)
	case variableRow:
		return fmt.Sprint(c.Vars[r.index].Start, " ", c.Vars[r.index].Name)
	}
	return ""
}

// refine gives threads the colours of their statements, and then objects those of their uses.
func (c *colours) refine() {
	threads, rows := make([]uint64, len(c.threads)), map[row]uint64{}
	for t := range c.threads {
		w := &identityWriter{colours: c}
		var uses []row
		w.writeThread(t, func(r row) uint64 {
			uses = append(uses, r)
			return c.rows[r]
		})
		threads[t] = colour(w.buf)
		for i, r := range uses {
			rows[r] += colour(fmt.Sprint(threads[t], i, c.rows[r]))
		}
	}
	c.threads, c.rows = threads, rows
}

// An identityWriter writes threads down.
type identityWriter struct {
	*colours
	buf    []byte
	thread []int // number of each thread, nil for its colour
	names  map[row]int
	met    []row // rows by number
}

// number is that of a row, the next one when it is new.
func (w *identityWriter) number(r row) uint64 {
	n, ok := w.names[r]
	if !ok {
		n = len(w.met)
		w.names[r] = n
		w.met = append(w.met, r)
	}
	return uint64(n)
}

func (w *identityWriter) threadName(t int) uint64 {
	switch {
	case t < 0:
		return 0
	case w.thread == nil:
		return w.threads[t]
	}
	return uint64(w.thread[t] + 1)
}

func (w *identityWriter) writeThread(t int, name func(row) uint64) {
	th := w.Threads[t]
	w.buf = fmt.Appendf(w.buf, "\nthread %d %d %t %t %t", w.threadName(th.Parent), th.End, th.Test, th.Truncated, th.Incomplete)
	w.list(th.Body, name)
}

func (w *identityWriter) list(list []*Stmt, name func(row) uint64) {
	for _, s := range list {
		w.stmt(s, name)
		if len(s.Then)+len(s.Else) > 0 {
			w.buf = append(w.buf, '{')
			w.list(s.Then, name)
			w.buf = append(w.buf, '|')
			w.list(s.Else, name)
			w.buf = append(w.buf, '}')
		}
	}
}

// stmt writes one statement without those inside of it.
func (w *identityWriter) stmt(s *Stmt, name func(row) uint64) {
	w.buf = fmt.Appendf(w.buf, ";%d %t %t %t %t %x %q", s.Op, s.Read, s.NoMissedSignal, s.MayContinue, s.Assumed, s.Source.Site, s.Source.Label)
	if s.Source.Stack != 0 && w.thread != nil {
		w.buf = fmt.Appendf(w.buf, " @%d", name(row{stackRow, int(s.Source.Stack)}))
	}
	switch s.Op {
	case Go:
		w.buf = fmt.Appendf(w.buf, " %d", w.threadName(int(s.Arg)))
		return
	case Order:
		at, _ := slices.BinarySearch(w.at[s.Obj], uint64(s.Arg)+1)
		w.buf = fmt.Appendf(w.buf, " %d %d", w.threadName(s.Obj), at)
		return
	case Rest:
		w.rest(s.Rest, name)
		return
	}
	n := len(w.Objects)
	if s.Op != Wait || !s.NoMissedSignal {
		w.buf = fmt.Appendf(w.buf, " %d", s.Arg)
	}
	w.buf = s.Cond.shape(w.buf)
	s.touches(n, func(r int) {
		if r < n {
			w.buf = fmt.Appendf(w.buf, " o%d", name(row{objectRow, r}))
		} else {
			w.buf = fmt.Appendf(w.buf, " v%d", name(row{variableRow, r - n}))
		}
	})
	for _, c := range s.Cases {
		w.buf = fmt.Appendf(w.buf, " %t", c.Send)
	}
}

// rest writes what a goroutine may use later, which has no order.
func (w *identityWriter) rest(u *Uses, name func(row) uint64) {
	var names []string
	for _, o := range u.Objs {
		names = append(names, fmt.Sprint("o", name(row{objectRow, o})))
	}
	for _, v := range u.Vars {
		names = append(names, fmt.Sprint("v", name(row{variableRow, v})))
	}
	slices.Sort(names)
	w.buf = fmt.Appendf(w.buf, " %q %t", names, u.Any)
}

// shape writes a condition without its variables.
func (e *Expr) shape(b []byte) []byte {
	if e == nil {
		return b
	}
	b = fmt.Appendf(b, " (%s %d", e.Op, e.Val)
	return append(e.Y.shape(e.X.shape(b)), ')')
}
