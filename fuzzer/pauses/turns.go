package pauses

// A Call waits until the calls before it have returned: Algorithm 11 with the calls of a
// typestate violation as breakpoints. The order is kept for every object by itself. Before
// the run it is not known which of many objects the violation will be about.
type Call struct {
	G     uint64 // abstraction of the goroutine, 0 for any
	Site  uint32 // number of the call site
	Count uint32 // which one of the calls that this goroutine makes there on the object, from 1
}

// Turns is how far an object is.
type Turns struct {
	seen [MaxCalls]uint32
	done uint64 // bit i: step i+1 has returned
}

// IsCall reports whether a call at a site can be a step.
func (p *Plan) IsCall(site uint32, g uint64) bool {
	for i := range p.Calls[:p.NCalls] {
		if p.Calls[i].is(site, g) {
			return true
		}
	}
	return false
}

func (s *Call) is(site uint32, g uint64) bool { return s.Site == site && (s.G == 0 || s.G == g) }

// Arrive counts a call that is about to be made, and returns which step (from
// 1) it is, or 0.
func (p *Plan) Arrive(t *Turns, site uint32, g uint64) int {
	step := 0
	for i := range p.Calls[:p.NCalls] {
		s := &p.Calls[i]
		if !s.is(site, g) {
			continue
		}
		t.seen[i]++
		if t.seen[i] == s.Count && step == 0 {
			step = i + 1
		}
	}
	return step
}

// MayGo reports whether every step before that one has returned.
func (p *Plan) MayGo(t *Turns, step int) bool {
	before := uint64(1)<<(step-1) - 1
	return t.done&before == before
}

// Done notes that a step has returned.
func (t *Turns) Done(step int) { t.done |= 1 << (step - 1) }
