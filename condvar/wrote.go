package condvar

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A memory event tells of a write to a variable of a condition that no site of the
// table makes: one in another module, in a file of cgo, through a pointer. It has
// the value, and the stack of the write where the recorder took it; a goroutine is
// not stopped there. Writes between two events of a goroutine are one, with the
// last value: nobody who is ordered behind them can tell.

// wrote is such a write.
func (b *builder) wrote(m *maker, e trace.Event) {
	v, value := b.variable(e, ""), int64(e.Arg)
	src := Source{Stack: m.at.Stack(), Seq: e.Seq}
	if site, ok := b.table.Site(int(m.at.Aux)); ok && src.Stack == 0 {
		src.Label = site.label()
	}
	m.at.Arg = 0 // the operation that follows may be at a site, all the same
	v.known, v.value, v.told = true, value, true
	b.emit(m, &Stmt{Op: Set, Obj: v.index, Arg: value, Src: src})
}

// name names a variable of which nothing but writes was known.
func (v *Var) name(name string) {
	if v.Name == "" {
		v.Name = name
	}
}

// noteTold and noteUnseen count conditions by what is known of their variables.
func (b *builder) noteTold(s *Stmt) {
	for _, v := range s.renames {
		if v.told {
			b.stats.Told[s.Src.siteID()] = true
		}
	}
}

func (b *builder) noteUnseen(s *Stmt) {
	if s.untrusted() && !s.gate {
		b.stats.Unseen[s.Src.siteID()] = true
	}
}

// siteID is the site in the table of which Site is the SiteHash.
func (s Source) siteID() int { return int(s.Site & maxSite >> 1) }
