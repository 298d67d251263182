package condvar

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A sibling is one of the goroutines that one go statement started, in both recordings.
type sibling struct {
	thread int       // of q
	flows  [2]string // in p and in q
}

// siblings are the threads of both recordings, by the place of their go statement.
func (m *matching) siblings() map[uint64][]sibling {
	own := func(o int) string { return fmt.Sprint(o) }
	other := func(o int) string {
		if is, ok := m.objs[o]; ok {
			return own(is)
		}
		return fmt.Sprint("other ", o)
	}
	started := map[int]uint64{}
	m.q.EachStatement(func(s *Stmt) {
		if s.Op == Go {
			started[int(s.Arg)] = s.Source.Site
		}
	})
	groups := map[uint64][]sibling{}
	for _, t := range slices.Sorted(maps.Keys(m.threads)) {
		if site, ok := started[t]; ok {
			flows := [2]string{m.p.way(m.threads[t], own), m.q.way(t, other)}
			groups[site] = append(groups[site], sibling{t, flows})
		}
	}
	return groups
}

// way is the control flow of a thread in words, as sameStep compares it.
func (p *Program) way(thread int, object func(int) string) string {
	var words strings.Builder
	for _, s := range flow(flatten(p.Threads[thread].Body)) {
		fmt.Fprintln(&words, s.Op, s.spot())
		if s.Op != Select && s.Op != RecvClosed {
			continue
		}
		c := s.choices()[0]
		if fmt.Fprint(&words, c.Send, " "); p.Objects[c.Chan].Timer {
			fmt.Fprintln(&words, "timer")
		} else {
			fmt.Fprintln(&words, object(c.Chan))
		}
	}
	return words.String()
}

// partitioned reports whether the goroutines of each go statement have the control flows of one
// recording among them, when some threads of q go their way. Siblings often divide roles, such
// as by a claim under a lock: in the other recording they exchange them, and never do two of
// them have the role of one. It takes time linear in the siblings, but for sorting.
func partitioned(groups map[uint64][]sibling, set []int) bool {
	for _, group := range groups {
		var p, q, mixed []string
		for _, s := range group {
			p, q = append(p, s.flows[0]), append(q, s.flows[1])
			mixed = append(mixed, s.flows[asInt(slices.Contains(set, s.thread))])
		}
		slices.Sort(p)
		slices.Sort(q)
		slices.Sort(mixed)
		if !slices.Equal(mixed, p) && !slices.Equal(mixed, q) {
			return false
		}
	}
	return true
}
