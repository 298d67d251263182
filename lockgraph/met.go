package lockgraph

import "slices"

// met reports the cycles of goroutines that waited for each other when the run ended and that are longer than the search
// looks: no limit of a prediction leaves out what happened.
func (a *analysis) met() {
	m := &metSearch{holders: map[uint64][]*Dependency{}, at: map[*Dependency]int{}}
	var pending []*Dependency
	for _, d := range byG(a.rel.deps) {
		if _, self := d.holdOf(d.Lock); !d.pending || self {
			continue
		}
		pending = append(pending, d)
		for _, h := range d.Held {
			m.holders[h.Lock] = append(m.holders[h.Lock], d)
		}
	}
	for _, d := range pending {
		m.visit(d)
	}
	for _, cycle := range m.cycles {
		if len(cycle) > a.rel.opt.MaxLength && !a.core(KindCycle, cycle) {
			return
		}
	}
}

// A metSearch looks depth first through the goroutines that wait, each once. It finds at least one cycle of those that
// have one.
type metSearch struct {
	holders map[uint64][]*Dependency // that wait, by held lock
	path    []*Dependency
	at      map[*Dependency]int // 1 and the place on the path, or left
	cycles  [][]*Dependency
}

// left is a goroutine that was looked at and is on the path no more.
const left = -1

func (m *metSearch) visit(d *Dependency) {
	switch at := m.at[d]; {
	case at > 0:
		m.cycles = append(m.cycles, fromFirst(m.path[at-1:]))
		return
	case at == left:
		return
	}
	m.path = append(m.path, d)
	m.at[d] = len(m.path)
	for _, next := range m.holders[d.Lock] {
		m.visit(next)
	}
	m.path = m.path[:len(m.path)-1]
	m.at[d] = left
}

// fromFirst is a cycle from its smallest goroutine on, as the search for predictions has it.
func fromFirst(cycle []*Dependency) []*Dependency {
	first := 0
	for i, d := range cycle {
		if d.G < cycle[first].G {
			first = i
		}
	}
	return slices.Concat(cycle[first:], cycle[:first])
}
