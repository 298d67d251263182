package condvar

// An Unreliability is why a condition is taken as it happened.
type Unreliability uint8

// The reasons. Where there are several the first one is meant.
const (
	UnreadVariable Unreliability = iota + 1 // its variables could not be read when it was evaluated first
	ObjectChanged                           // it was about another object when it was evaluated again
	ValueMismatch                           // its variables give another value than the recorded one: a race, or a wrong annotation
	UnseenWrite                             // something that it reads changed where no event tells of it
)

func (s *Stmt) doubt() Unreliability {
	switch {
	case !s.bound:
		return UnreadVariable
	case s.moved:
		return ObjectChanged
	case s.wrong:
		return ValueMismatch
	}
	for _, v := range s.renames {
		if v.bad {
			return UnseenWrite
		}
	}
	return 0
}

// noteUnreliable counts what is not known of a condition variable. Gates are many, and
// most of them decide nothing.
func (b *builder) noteUnreliable(s *Stmt, d Unreliability) {
	if d == 0 || s.gate {
		return
	}
	b.stats.Unreliable++
	b.stats.Unreliabilities[s.Source.siteID()] |= 1 << d
}

// Unreliabilities are the reasons of a condition, in all its evaluations.
type Unreliabilities uint8

// Has reports whether a reason is one of them.
func (of Unreliabilities) Has(d Unreliability) bool { return of&(1<<d) != 0 }
