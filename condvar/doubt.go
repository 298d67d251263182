package condvar

// A Doubt is why a condition is taken as it happened.
type Doubt uint8

// The doubts. Where there are several the first one is meant.
const (
	Unread       Doubt = iota + 1 // its variables could not be read when it was evaluated first
	Moved                         // it was about another object when it was evaluated again
	Contradicted                  // its variables give another value than the recorded one: a race, or a wrong annotation
	Unseen                        // something that it reads changed where no event tells of it
)

func (s *Stmt) doubt() Doubt {
	switch {
	case !s.bound:
		return Unread
	case s.moved:
		return Moved
	case s.wrong:
		return Contradicted
	}
	for _, v := range s.renames {
		if v.bad {
			return Unseen
		}
	}
	return 0
}

// noteDoubt counts what is not known of a condition variable. Gates are many, and
// most of them decide nothing.
func (b *builder) noteDoubt(s *Stmt, d Doubt) {
	if d == 0 || s.gate {
		return
	}
	b.stats.Unreliable++
	b.stats.Doubts[s.Src.siteID()] |= 1 << d
}

// Doubts are those of a condition, in all its evaluations.
type Doubts uint8

// Has reports whether a doubt is one of them.
func (of Doubts) Has(d Doubt) bool { return of&(1<<d) != 0 }
