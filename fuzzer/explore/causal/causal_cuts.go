package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A finder looks for cuts of a model at which something is read that the run has not read.
type finder struct {
	model *model
	found func(m *model, f *found)
}

// A found is a cut, and the next event there.
type found struct {
	kind   childKind
	at     *cutState
	path   []int32 // threads of the events up to the cut, in an order in which they can be made
	thread int32   // that goes on
	node   int32   // before what it reads
	value  uint32
}

// A cutNode is a state of the search.
type cutNode struct {
	cutState
	from   int32 // state before
	thread int32
}

// cuts searches all states, shortest first. It is false when there are more than a budget.
func (f *finder) cuts(budget int) bool {
	m := f.model
	list := []cutNode{{cutState: m.start, from: -1}}
	seen := map[uint64]bool{}
	for at := 0; at < len(list); at++ {
		if t := m.unnoticed(&list[at].cutState); t >= 0 {
			next := m.next(&list[at].cutState, t)
			if h := next.hash(); !seen[h] {
				seen[h] = true
				list = append(list, cutNode{next, int32(at), t})
			}
			continue
		}
		f.ends(&list[at].cutState, func() []int32 { return pathTo(list, at) })
		for t := range m.threads {
			s := &list[at].cutState
			e := m.enabled(s.cut, int32(t))
			if e == nil || m.over(s.cut) {
				continue
			}
			v := m.compare(s, int32(t), e)
			switch {
			case !v.possible:
			case !v.same:
				f.found(m, &found{wantsValue, s, pathTo(list, at), int32(t), v.node, v.value})
			case v.new:
				f.found(m, &found{wantsMore, s, pathTo(list, at), int32(t), m.nodeAt(s.cut, int32(t)), 0})
			default:
				next := m.next(s, int32(t))
				if h := next.hash(); !seen[h] {
					seen[h] = true
					list = append(list, cutNode{next, int32(at), int32(t)})
				}
			}
		}
		if len(list) > budget {
			return false
		}
	}
	return true
}

// unnoticed is a thread whose next event no other thread can notice, or -1. That event comes
// first: each read without it is the same with it.
func (m *model) unnoticed(s *cutState) int32 {
	for t := range m.threads {
		if int(s.cut[t]) < len(m.threads[t].events) && m.threads[t].events[s.cut[t]].alone && m.enabled(s.cut, int32(t)) != nil && !m.over(s.cut) {
			return int32(t)
		}
	}
	return -1
}

func pathTo(list []cutNode, at int) (path []int32) {
	for i := at; list[i].from >= 0; i = int(list[i].from) {
		path = append(path, list[i].thread)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// next is a state after the next event of a thread.
func (m *model) next(s *cutState, t int32) cutState {
	n := s.clone()
	m.commit(&n, t, &m.threads[t].events[s.cut[t]])
	n.cut[t]++
	return n
}

func (s *cutState) hash() (h uint64) {
	for _, n := range s.cut {
		h = random.Mixed(h*31 + uint64(n) + 1)
	}
	for _, o := range s.objects {
		h = random.Mixed(h*31 + o + 1)
	}
	for i := range s.queues {
		for _, list := range [2][]uint64{s.queues[i].sends, s.queues[i].rooms} {
			h = random.Mixed(h*31 + uint64(len(list)))
			for _, name := range list {
				h = random.Mixed(h*31 + name)
			}
		}
	}
	return h
}

// ends finds a cut at which no goroutine can go on, and goroutines that the run has left behind.
func (f *finder) ends(s *cutState, path func() []int32) {
	m := f.model
	if m.over(s.cut) {
		return
	}
	stuck, left := true, false
	for t := range m.threads {
		h := &m.threads[t]
		if h.left && int(s.cut[t]) == len(h.events) && m.behind(s.cut, h.begins) {
			stuck = false
			f.found(m, &found{wantsMore, s, path(), int32(t), m.nodeAt(s.cut, int32(t)), 0})
		}
		left = left || m.pending(s.cut, int32(t)) != nil
		if e := m.enabled(s.cut, int32(t)); e != nil && m.compare(s, int32(t), e).possible {
			stuck = false
		}
	}
	if stuck && left {
		f.found(m, &found{kind: wantsStop, at: s, path: path()})
	}
}

// delays looks at the orders in which one goroutine is held back before one of its events, from
// an event of the run on, and the others go on as long as they read the same. Those that are held
// back latest come first: most reads stay as they are.
func (f *finder) delays(from int) {
	m := f.model
	left := make([]int32, len(m.threads))
	for t := range m.threads {
		left[t] = int32(len(m.threads[t].events))
	}
	work := 0
	for k := len(m.order) - 1; k >= max(from-1, 0) && work < mostDelays; k-- {
		t := m.order[k]
		left[t]--
		work += f.delay(t, left[t])
	}
}

// delay holds a thread back before one of its events.
func (f *finder) delay(held, before int32) (work int) {
	m := f.model
	s := m.start.clone()
	stopped := make([]bool, len(m.threads))
	told := map[uint64]bool{}
	var path []int32
	look := func(t int32) bool {
		e := m.enabled(s.cut, t)
		if e == nil || m.over(s.cut) {
			return false
		}
		v := m.compare(&s, t, e)
		if v.possible && !v.same && !told[uint64(v.node)<<32|uint64(v.value)] {
			told[uint64(v.node)<<32|uint64(v.value)] = true
			f.found(m, &found{wantsValue, &s, append([]int32{}, path...), t, v.node, v.value})
		}
		if v.possible && v.same && v.new {
			f.found(m, &found{wantsMore, &s, append([]int32{}, path...), t, m.nodeAt(s.cut, t), 0})
		}
		return v.possible && v.same && !v.new
	}
	for _, t := range m.order {
		work++
		if stopped[t] || t == held && s.cut[t] == before {
			continue
		}
		if !look(t) {
			stopped[t] = true
			continue
		}
		m.commit(&s, t, &m.threads[t].events[s.cut[t]])
		s.cut[t]++
		path = append(path, t)
		if s.cut[held] == before && t != held {
			look(held)
			work++
		}
	}
	for t := range m.threads {
		look(int32(t))
	}
	f.ends(&s, func() []int32 { return append([]int32{}, path...) })
	return work
}
