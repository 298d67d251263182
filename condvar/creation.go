package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// makesChannel notes where a goroutine makes a channel.
func (b *builder) makesChannel(e trace.Event) {
	is := CreationSite{G: e.G, Site: b.t.Places[e.Stack()][0]}
	b.lastMake[is]++
	counted := is
	counted.Count = b.lastMake[is]
	b.makes[e.Seq] = counted
}

// made pairs channels that the same thread made at the same place for the same time. Those of
// contexts are made where their Done comes first, and tell nothing. Where other evidence
// pairs a channel, it comes before.
func (m *matching) made() {
	by := map[CreationSite]int{}
	for o := range m.p.Objects {
		by[m.p.Objects[o].Created] = o
	}
	for of, o := range m.q.Objects {
		at := slices.IndexFunc(m.q.Threads, func(t *Thread) bool { return t.G == o.Created.G })
		to, known := m.threads[at]
		if o.Created == (CreationSite{}) || o.Context || !known {
			continue
		}
		o.Created.G = m.p.Threads[to].G
		if is, ok := by[o.Created]; ok {
			m.object(of, is)
		}
	}
}
