package lockfacts

import "slices"

// Limits of the search after one unresolved call.
const (
	maxBehindDepth = 3   // unresolved calls on the way
	maxBehind      = 200 // events
)

// Behind returns the unresolved calls that the targets of an unresolved call reach before they
// return, as far as they are known. Via has the calls that lead there, and Released the locks
// that are released on that path. Access paths belong to the functions that make the calls.
// They have no meaning in the function of ev.
func (r *Result) Behind(ev *Event) []Event {
	if r.open == nil {
		return nil
	}
	s := opening{open: r.open, seen: map[string]bool{}}
	s.after(ev, 0)
	return s.found
}

// An opening is a search for the unresolved calls after one.
type opening struct {
	open  func(key string) []Event
	seen  map[string]bool
	found []Event
}

func (s *opening) after(ev *Event, depth int) {
	if s.seen[ev.Dynamic.Key] || depth >= maxBehindDepth {
		return
	}
	s.seen[ev.Dynamic.Key] = true
	for _, n := range s.open(ev.Dynamic.Key) {
		if len(s.found) >= maxBehind {
			return
		}
		n.Via = clip(append(append(slices.Clone(ev.Via), ev.Site), n.Via...))
		n.Released = append(slices.Clone(ev.Released), n.Released...)
		s.found = append(s.found, n)
		s.after(&n, depth+1)
	}
}

// unresolvedCalls returns the unresolved calls of the functions that an unresolved call may reach.
func (a *analyzer) unresolvedCalls(key string) []Event {
	if key == "" || key == "F:" {
		return nil
	}
	var list []Event
	for _, t := range a.targets(key) {
		sum := a.known.summary(t.key)
		if sum == nil {
			continue
		}
		for _, ev := range sum.Events {
			if ev.Dynamic != nil && ev.Async == "" && len(ev.Conds) == 0 {
				list = append(list, ev)
			}
		}
	}
	return list
}
