package condvar

import "github.com/deadlocklint/deadlocklint/internal/trace"

// isXsync reports whether a site is a call of golang.org/x/sync that is
// modelled as a whole: its inner steps are left out then.
func (b *builder) isXsync(id int) bool {
	site, ok := b.table.Site(id)
	if !ok {
		return false
	}
	switch site.Kind {
	case SiteUnits, SiteTake, SiteGive, SiteFlight:
		return true
	}
	return false
}

// xsync is a call of golang.org/x/sync. A semaphore that no goroutine was seen to
// make is not modelled.
func (b *builder) xsync(m *pendingOperation, e trace.Event) {
	site, _ := b.table.Site(int(e.Aux))
	p := b.objs[e.Obj]
	if p == nil {
		o := Object{ID: e.Obj, Name: site.Vars[0], Kind: trace.KindKey}
		switch site.Kind {
		case SiteFlight:
			o.Kind, o.Singleflight = trace.KindMutex, true
		case SiteUnits:
			o.Count = int(e.Arg)
		default:
			return
		}
		p = &objectHistory{whole: true}
		p.lives = []objectLife{{obj: b.begin(p, o)}}
		b.objs[e.Obj] = p
	}
	obj := p.lives[0].obj
	src := Source{Site: SiteHash(int(e.Aux)), Label: site.label(), Seq: e.Seq}
	src.Count = m.counts[src.Site]
	m.at, m.within = trace.Event{}, false
	switch site.Kind {
	case SiteUnits:
		b.program.Objects[obj].Name = site.Text
	case SiteTake:
		b.emit(m, &Stmt{Op: Take, Obj: obj, Arg: int64(e.Arg), MayContinue: e.Has(trace.FlagTry), Source: src})
	case SiteGive:
		b.emit(m, &Stmt{Op: Add, Obj: obj, Arg: int64(e.Arg), Source: src})
	case SiteFlight:
		if e.Arg != 0 {
			b.emit(m, &Stmt{Op: Lock, Obj: obj, Source: src})
			return
		}
		b.emit(m, &Stmt{Op: Unlock, Obj: obj, Source: Source{Seq: e.Seq}})
	}
	m.within = true // until the end of the site
}
