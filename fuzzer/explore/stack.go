package explore

// A savedStep is a step of a dpor that another process carries on with.
type savedStep struct {
	chosen uint32
	others []savedSlot
}

// A savedSlot is a goroutine that is to be tried at a step, or was.
type savedSlot struct {
	id      uint32
	over    bool
	print   footprint
	reasons []reason
}

// restore chooses at a point what another process has chosen there. It is negative when the
// goroutine is not there.
func (d *dpor) restore(s *dporStep, saved *savedStep) int {
	for i := range saved.others {
		o := &saved.others[i]
		k := d.indexAt(s, o.id)
		if k < 0 {
			return -1
		}
		t := &d.slots[int(s.first)+k]
		t.state |= tried
		if o.over {
			t.state |= over
			t.print = o.print
		}
	}
	k := d.indexAt(s, saved.chosen)
	if k >= 0 {
		d.slots[int(s.first)+k].state |= tried
	}
	return k
}

// Resume is the search as another process carries on with it.
func (d *dpor) Resume() Config {
	c := d.config
	c.Runs, c.Lost, c.Settings, c.Stack = d.runs, d.lost, DPOR{Blocked: d.blocked, Most: d.hope.most, Work: d.hope.work}, ""
	if d.given > 0 {
		c.Stack = string(d.format(nil))
	}
	if d.hap != nil {
		c.Seen = d.hap.format()
	}
	return c
}

// format writes the steps that are given: the goroutine that is chosen, with *n after it for
// n such steps. After a + is each other goroutine to try, after a - each that was tried,
// with the objects that it touched.
//
//	0*12,1+2,3-0:5.1:5.7-1:x
func (d *dpor) format(b []byte) []byte {
	for i := 0; i < d.given; {
		if i > 0 {
			b = append(b, ',')
		}
		b = number(b, uint64(d.chosen(i).id))
		n := len(b)
		b = d.formatOthers(b, i)
		same := 1
		for len(b) == n && i+same < d.given && d.chosen(i+same).id == d.chosen(i).id && !d.hasOthers(i+same) {
			same++
		}
		if same > 1 {
			b = number(append(b, '*'), uint64(same))
		}
		i += same
	}
	return b
}

func (d *dpor) hasOthers(i int) bool { return len(d.formatOthers(nil, i)) > 0 }

func (d *dpor) formatOthers(b []byte, i int) []byte {
	s := &d.steps[i]
	for k := range d.slots[s.first:][:s.n] {
		t := &d.slots[int(s.first)+k]
		switch {
		case k == int(s.chosen) || t.state&(tried|over) == 0:
			continue
		case t.state&over == 0:
			b = number(append(b, '+'), uint64(t.id))
			if d.hap != nil {
				b = d.hap.formatReasons(b, i, t.id)
			}
			continue
		}
		b = t.print.format(number(append(b, '-'), uint64(t.id)))
	}
	return b
}

func (f *footprint) format(b []byte) []byte {
	if f.all {
		return append(b, ":x"...)
	}
	for _, t := range f.list[:f.n] {
		b = number(append(b, ':'), uint64(t.Op))
		b = number(append(b, '.'), uint64(t.Object))
	}
	return b
}

// parseStack reads what format writes.
func parseStack(text string) (list []savedStep, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		s, n, ok := parseStep(word)
		if !ok || len(list)+n > MaxPoints {
			return nil, false
		}
		for range n {
			list = append(list, s)
		}
	}
	return list, true
}

func parseStep(word string) (s savedStep, n int, ok bool) {
	head, rest := word, ""
	for i := range len(word) {
		if word[i] == '+' || word[i] == '-' {
			head, rest = word[:i], word[i:]
			break
		}
	}
	id, count := cut(head, '*')
	if count == "" {
		count = "1"
	}
	v, ok := decimal(id, Clock-1)
	times, ok2 := decimal(count, MaxPoints)
	if !ok || !ok2 || times == 0 {
		return s, 0, false
	}
	s.chosen = uint32(v)
	for rest != "" {
		end := 1
		for end < len(rest) && rest[end] != '+' && rest[end] != '-' {
			end++
		}
		o, ok := parseSlot(rest[:end])
		if !ok {
			return s, 0, false
		}
		s.others = append(s.others, o)
		rest = rest[end:]
	}
	return s, int(times), true
}

func parseSlot(text string) (o savedSlot, ok bool) {
	o.over = text[0] == '-'
	text, why := cut(text[1:], '/')
	id, touched := cut(text, ':')
	v, ok := decimal(id, Clock-1)
	if !ok {
		return o, false
	}
	o.id = uint32(v)
	for touched != "" {
		var word string
		word, touched = cut(touched, ':')
		if word == "x" {
			o.print.all = true
			continue
		}
		op, object := cut(word, '.')
		a, ok := decimal(op, 1<<8-1)
		b, ok2 := decimal(object, 1<<32-1)
		if !ok || !ok2 {
			return o, false
		}
		o.print.add(Touch{Object: uint32(b), Op: uint8(a)})
	}
	o.reasons, ok = parseReasons(why)
	return o, ok
}
