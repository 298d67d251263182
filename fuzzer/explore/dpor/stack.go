package dpor

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A savedStep is a step of a dpor that another process carries on with.
type savedStep struct {
	chosen uint32
	others []savedSlot
}

// A savedSlot is a goroutine that is to be tried at a step, or was.
type savedSlot struct {
	id      uint32
	over    bool
	print   point.Footprint
	reasons []reason
}

// restore chooses at a point what another process has chosen there. It is negative when the
// goroutine is not there.
func (d *DPOR) restore(s *dporStep, saved *savedStep) int {
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

// An Unfinished is the place of dpor and hapset.
type Unfinished struct {
	steps []savedStep // that are given to the next run
	sets  []reason    // of hapset
	left  []reason    // those of them for which hapset has left out an order
}

// Set is that of config.Place.
func (p Unfinished) Set(key, value string) (config.Place, bool, bool) {
	fits := false
	switch key {
	case "stack":
		p.steps, fits = parseStack(value)
	case "seen":
		p.sets, fits = parseReasons(value)
	case "left":
		p.left, fits = parseReasons(value)
	default:
		return p, false, false
	}
	return p, true, fits
}

// Format is that of config.Place.
func (p Unfinished) Format(b []byte) []byte {
	if len(p.steps) > 0 {
		b = formatStack(append(b, " stack="...), p.steps)
	}
	if len(p.sets) > 0 {
		b = formatReasons(append(b, " seen="...), p.sets)
	}
	if len(p.left) > 0 {
		b = formatReasons(append(b, " left="...), p.left)
	}
	return b
}

// IsEmpty is that of config.Place.
func (p Unfinished) IsEmpty() bool { return len(p.steps) == 0 && len(p.sets) == 0 && len(p.left) == 0 }

// Complaint is that of config.Place.
func (p Unfinished) Complaint(c *config.Config) string {
	switch {
	case len(p.sets) > 0 && c.Strategy != "hapset":
		return "seen belongs to hapset, causal and surw; use none with another strategy"
	case len(p.steps) > 0:
		return config.NeedsRuns(c)
	}
	return ""
}

// Resume is the search as another process carries on with it.
func (d *DPOR) Resume() config.Config {
	c := d.config
	c.Runs, c.Lost = d.runs, d.lost
	own := Settings{Blocked: d.blocked, Most: d.hope.most, Work: d.hope.work}
	p := Unfinished{steps: d.save()}
	if d.hap != nil {
		p.sets, p.left = listOf(d.hap.sets), listOf(d.hap.left)
	}
	c.Settings, c.Place = own, p
	return c
}

// save has the steps that are given.
func (d *DPOR) save() []savedStep {
	list := make([]savedStep, d.given)
	for i := range list {
		list[i] = savedStep{d.chosen(i).id, d.saveOthers(i)}
	}
	return list
}

// saveOthers has the goroutines that were tried at a step, or are to be.
func (d *DPOR) saveOthers(i int) (list []savedSlot) {
	s := &d.steps[i]
	for k := range d.slots[s.first:][:s.n] {
		t := &d.slots[int(s.first)+k]
		if k == int(s.chosen) || t.state&(tried|over) == 0 {
			continue
		}
		o := savedSlot{id: t.id, over: t.state&over != 0}
		if o.over {
			o.print = t.print
		} else if d.hap != nil {
			reasons := d.hap.reasons[turn{uint32(i), t.id}]
			o.reasons = reasons[:len(reasons):len(reasons)]
		}
		list = append(list, o)
	}
	return list
}

// formatStack writes steps: the goroutine that is chosen, with *n after it for
// n such steps. After a + is each other goroutine to try, after a - each that was tried,
// with the objects that it touched.
//
//	0*12,1+2,3-0:5.1:5.7-1:x
func formatStack(b []byte, list []savedStep) []byte {
	for i := 0; i < len(list); {
		if i > 0 {
			b = append(b, ',')
		}
		s := &list[i]
		b = ascii.Number(b, uint64(s.chosen))
		same := 1
		for len(s.others) == 0 && i+same < len(list) && list[i+same].chosen == s.chosen && len(list[i+same].others) == 0 {
			same++
		}
		if same > 1 {
			b = ascii.Number(append(b, '*'), uint64(same))
		}
		for k := range s.others {
			b = s.others[k].format(b)
		}
		i += same
	}
	return b
}

func (o *savedSlot) format(b []byte) []byte {
	if o.over {
		return formatPrint(ascii.Number(append(b, '-'), uint64(o.id)), &o.print)
	}
	b = ascii.Number(append(b, '+'), uint64(o.id))
	if len(o.reasons) > 0 {
		b = formatReasons(append(b, '/'), o.reasons)
	}
	return b
}

func formatPrint(b []byte, f *point.Footprint) []byte {
	if f.All {
		return append(b, ":x"...)
	}
	for _, t := range f.List[:f.N] {
		b = ascii.Number(append(b, ':'), uint64(t.Op))
		b = ascii.Number(append(b, '.'), uint64(t.Object))
	}
	return b
}

// parseStack reads what formatStack writes.
func parseStack(text string) (list []savedStep, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ',')
		s, n, ok := parseStep(word)
		if !ok || len(list)+n > point.MaxPoints {
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
	id, count := ascii.Cut(head, '*')
	if count == "" {
		count = "1"
	}
	v, ok := ascii.Decimal(id, point.Clock-1)
	times, ok2 := ascii.Decimal(count, point.MaxPoints)
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
	text, why := ascii.Cut(text[1:], '/')
	id, touched := ascii.Cut(text, ':')
	v, ok := ascii.Decimal(id, point.Clock-1)
	if !ok {
		return o, false
	}
	o.id = uint32(v)
	for touched != "" {
		var word string
		word, touched = ascii.Cut(touched, ':')
		if word == "x" {
			o.print.All = true
			continue
		}
		op, object := ascii.Cut(word, '.')
		a, ok := ascii.Decimal(op, 1<<8-1)
		b, ok2 := ascii.Decimal(object, 1<<32-1)
		if !ok || !ok2 {
			return o, false
		}
		o.print.Add(point.Touch{Object: uint32(b), Op: uint8(a)})
	}
	o.reasons, ok = parseReasons(why)
	return o, ok
}
