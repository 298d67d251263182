package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// A memory event tells of a write to a variable of a condition that no site of the
// table makes: one in another module, in a file of cgo, through a pointer. It has
// the value, and the stack of the write where the recorder took it; a goroutine is
// not stopped there. Where the recorder saw the goroutine read the number just before,
// or add to it by an atomic operation, the variable grows. Writes between two events of a goroutine are one, with the
// last value: no goroutine that is ordered after them can tell.

// wrote is such a write.
func (b *builder) wrote(m *pendingOperation, e trace.Event) {
	v, value := b.variable(e, ""), int64(e.Arg)
	src := Source{Stack: m.at.Stack(), Seq: e.Seq}
	if site, ok := b.table.Site(int(m.at.Aux)); ok && src.Stack == 0 {
		src.Label = site.label()
	}
	m.at.Arg = 0 // the operation that follows may be at a site, all the same
	s := &Stmt{Op: Set, Obj: v.index, Arg: value, Source: src}
	if e.Has(trace.FlagRead) && v.known { // counts in another order add up, too
		s.Op, s.Arg = Inc, value-v.value
	}
	v.known, v.value, v.told = true, value, true
	b.emit(m, s)
}

// wroteBefore is a write before the first read of the variable by a condition: it belongs to the steps of its goroutine then. The value before it is
// not known, and is taken to be what memory begins with. Nothing is said where the
// memory was another object's then, or the goroutine is in another test.
func (b *builder) wroteBefore(m *pendingOperation, e trace.Event) {
	by, stamp := b.makers[trace.G(m.writer.Obj)], m.writer.Arg
	if in := b.o.Instance(e.Obj); in.Alloc != objects.NoAlloc && b.o.Events[in.Alloc].Seq > stamp {
		return
	}
	v := b.variable(e, "")
	if by == nil || by.test != m.test || by.thread.Truncated || !v.known || v.value != int64(e.Arg) || e.Arg == 0 {
		return
	}
	v.told = true
	b.program.Vars[v.index].Start = 0
	b.made++
	insertAt(&by.thread.Body, &Stmt{Op: Set, Obj: v.index, Arg: v.value, Times: 1, Source: Source{Seq: stamp}})
}

// insertAt puts a statement after those that came before it.
func insertAt(list *[]*Stmt, s *Stmt) {
	i := len(*list)
	for i > 0 && (*list)[i-1].Source.Seq > s.Source.Seq {
		i--
	}
	if i > 0 {
		for _, inner := range []*[]*Stmt{&(*list)[i-1].Then, &(*list)[i-1].Else} {
			if n := len(*inner); n > 0 && (*inner)[n-1].Source.Seq > s.Source.Seq {
				insertAt(inner, s)
				return
			}
		}
	}
	*list = slices.Insert(*list, i, s)
}

// name names a variable of which nothing but writes was known.
func (v *Var) name(name string) {
	if v.Name == "" {
		v.Name = name
	}
}

// noteTold notes a condition of which a memory event told something.
func (b *builder) noteTold(s *Stmt) {
	for _, v := range s.renames {
		if v.told {
			b.stats.FromMemory[s.Source.siteID()] = true
		}
	}
}

// siteID is the site in the table of which Site is the SiteHash.
func (s Source) siteID() int { return int(s.Site & maxSite >> 1) }
