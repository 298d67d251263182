package explore

// Modes of capp.
const (
	ModeSome = "some" // preempt where an operation of some goroutine is impacted
	ModeAll  = "all"  // preempt where those of all are, and bring goroutines there
)

// CAPP are the settings of capp.
type CAPP struct {
	Mode string // some or all
}

func (s CAPP) set(key, value string) (Settings, bool, bool) {
	if key != "mode" {
		return s, false, false
	}
	s.Mode = value
	return s, true, value == ModeSome || value == ModeAll
}

func (s CAPP) format(b []byte) []byte {
	if s.Mode == "" {
		return b
	}
	return append(append(b, " mode="...), s.Mode...)
}

func (s CAPP) complaint(*Config) string {
	if s.Mode == "" {
		return "the mode of capp is missing; use some or all"
	}
	return ""
}

// postponed is the cost of a choice that capp puts off. The lower bits of a cost are
// preemptions.
const postponed = 1 << 16

// A change orders schedules by the operations that a change of the program impacts: change-aware preemption
// prioritization (Jagannath, Luo, Marinov: Change-aware preemption prioritization, ISSTA 2011).
// At each point some choices are kept, and the others are put off. None is dropped.
//
//	some  keep all choices when the operation of some goroutine is impacted, else go on
//	all   keep all choices when those of all goroutines are, else the first that is not
//
// Deviations from the paper: it puts off preemptions alone, and here so are the choices after
// a goroutine that waits or has ended, of which a test has more. Of two schedules with equally
// many choices that were put off, the one with fewer preemptions comes first, and their bound
// is that of icb. The paper leaves open which goroutine mode all keeps: it is that of the base
// schedule when it is not impacted.
type change struct{ mode string }

// rank ranks the goroutines of a point at which none yields. by is the order without the
// change.
func (c *change) rank(p *Point, by ranking) ranking {
	list := p.goroutines()
	impacted, spared := 0, -1 // how many are, and the first that is not
	for i := range list {
		switch {
		case list[i].Impacted:
			impacted++
		case spared < 0 || i == by.first:
			spared = i
		}
	}
	keeps := impacted == len(list)
	if c.mode == ModeSome {
		keeps = impacted > 0
	}
	switch {
	case keeps:
		return by
	case c.mode == ModeAll:
		by.first = spared
	}
	by.kept = 1
	return by
}

// cappCost is the cost that a rank adds to a schedule: a choice that is put off, and a preemption.
func cappCost(s *step, rank int) (cost uint32) {
	if rank >= int(s.kept) {
		cost = postponed
	}
	if rank >= int(s.free) {
		cost++
	}
	return cost
}

// cappKeys is the number of keys with one number of choices that were put off.
const cappKeys = 17

// cappKey orders by the choices that were put off, then by preemptions.
func cappKey(cost uint32) int {
	return int(min(cost/postponed, MaxPoints/cappKeys))*cappKeys + int(min(cost%postponed, cappKeys-1))
}
