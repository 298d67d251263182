package lockgraph

// Which goroutines have to wait for each other, in Go's modes. The members of
// a cycle are not always enough:
//
//   - a reader waits for a reader only while a third goroutine has requested
//     the lock exclusively (RWMutex keeps new readers after a waiting writer);
//   - a lock with capacity n is waited for only while n slots are held by
//     goroutines that wait themselves.
//
// complete adds these third parties. Deviation: an added holder of a slot must
// wait for a lock that is already part of the pattern; it does not bring a
// chain of its own.

// maxParties bounds how many goroutines one pattern has.
const maxParties = 12

// blocked reports whether member i waits for the others. If not, it returns
// the missing part: a goroutine in that role.
func (s *search) blocked(members []*Dependency, i int) (lacks Role, ok bool) {
	d := members[i]
	if n := s.rel.capacity(d.Lock); n > 1 {
		return RoleSlot, s.slots(members, d.Lock) >= n
	}
	reader, writer := false, false
	for j, m := range members {
		h, holds := m.holdOf(d.Lock)
		if holds && j != i && excludes(h.Mode, d.Mode) {
			return 0, true
		}
		reader = reader || holds
		writer = writer || j != i && !holds && m.Lock == d.Lock && m.Mode == Exclusive
	}
	return RoleWriter, reader && writer
}

// slots returns how many slots of a lock the members hold.
func (s *search) slots(members []*Dependency, lock uint64) int {
	n := 0
	for _, m := range members {
		if h, holds := m.holdOf(lock); holds {
			n += h.Slots
		}
	}
	return n
}

// complete calls found with the ways to add what the members lack to wait for
// each other, until it returns false. The slice that found gets is only valid in the call.
func (s *search) complete(members []*Dependency, found func([]*Dependency) bool) bool {
	for i, d := range members {
		lacks, ok := s.blocked(members, i)
		if ok {
			continue
		}
		return s.add(members, d, lacks, found)
	}
	return found(members)
}

// add tries each goroutine that could have the role that d lacks.
func (s *search) add(members []*Dependency, d *Dependency, lacks Role, found func([]*Dependency) bool) bool {
	if len(members) >= maxParties {
		s.limits.reach(LimitParties)
		return true
	}
	parties := s.writers[d.Lock]
	if lacks == RoleSlot {
		parties = s.holders[d.Lock]
	}
	for _, p := range parties {
		if !s.Step() {
			return false
		}
		if s.fits(members, p, lacks) && !s.complete(append(members, p), found) {
			return false
		}
	}
	return true
}

// fits reports whether p can be there at the same time as the members.
func (s *search) fits(members []*Dependency, p *Dependency, as Role) bool {
	if _, self := p.holdOf(p.Lock); self && as == RoleWriter {
		return false
	}
	for _, m := range members {
		if m.slot == p.slot || s.gate(m, p) != nil {
			return false
		}
	}
	return s.fitsSlots(append(members, p), p) && (as == RoleWriter || s.waitsFor(members, p))
}

// fitsSlots reports whether no lock that p holds has more holders than slots.
func (s *search) fitsSlots(members []*Dependency, p *Dependency) bool {
	for _, h := range p.Held {
		if n := s.rel.capacity(h.Lock); n > 1 && s.slots(members, h.Lock) > n {
			return false
		}
	}
	return true
}

// waitsFor reports whether a member, or p itself, holds what p requests.
func (s *search) waitsFor(members []*Dependency, p *Dependency) bool {
	for _, m := range append(members, p) {
		if _, holds := m.holdOf(p.Lock); holds && (m != p || s.rel.capacity(p.Lock) > 1) {
			return true
		}
	}
	return false
}

// capacity returns the capacity of a lock of the relation.
func (r *Relation) capacity(id uint64) int {
	if r.opt.Capacity == nil {
		return 1
	}
	return max(1, r.opt.Capacity(id))
}
