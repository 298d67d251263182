package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// An op is one operation of a simulated thread.
type op struct {
	kind   byte // one of the constants below
	object int
}

const (
	opLock   = 'L' // waits while the lock is held
	opUnlock = 'U'
	opAccess = 'a'
	opAdd    = '+'
	opWait   = 'w' // waits until the counter is above 0
	opSpin   = 's' // comes back to itself until the counter is above 0
	opYield  = 'y'
	opGo     = 'g' // starts a thread
)

// A program is a list of threads. Those that no thread starts run from the beginning.
type program [][]op

func (p program) String() string {
	var b strings.Builder
	for i, thread := range p {
		fmt.Fprintf(&b, "%d:", i)
		for _, o := range thread {
			fmt.Fprintf(&b, " %c%d", o.kind, o.object)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const objects = 4

// A machine is a program in the middle of a run. It is copied by copying.
type machine struct {
	program program
	pc      [4]int
	started [4]bool
	spun    [4]bool
	held    [objects]bool
	count   [objects]int
	last    int // thread that made the last step, -1 for none
	trace   string
}

func (p program) start() machine {
	m := machine{program: p, last: -1}
	for i := range p {
		m.started[i] = true
	}
	for _, thread := range p {
		for _, o := range thread {
			if o.kind == opGo {
				m.started[o.object] = false
			}
		}
	}
	return m
}

// longest is where the engine would stop a run of threads that spin forever.
const longest = 40

func (m *machine) enabled() []int {
	var list []int
	if len(m.trace) == longest {
		return nil
	}
	for i, thread := range m.program {
		if !m.started[i] || m.pc[i] == len(thread) {
			continue
		}
		o := thread[m.pc[i]]
		if o.kind == opLock && m.held[o.object] || o.kind == opWait && m.count[o.object] == 0 {
			continue
		}
		list = append(list, i)
	}
	return list
}

// yields reports whether the thread that runs offers its turn.
func (m *machine) yields() bool {
	if m.last < 0 || m.pc[m.last] == len(m.program[m.last]) {
		return false
	}
	return m.spun[m.last] || m.program[m.last][m.pc[m.last]].kind == opYield
}

func (m *machine) step(thread int) {
	o := m.program[thread][m.pc[thread]]
	m.trace += string(rune('0' + thread))
	m.last = thread
	m.pc[thread]++
	switch o.kind {
	case opLock:
		m.held[o.object] = true
	case opUnlock:
		m.held[o.object] = false
	case opAdd:
		m.count[o.object]++
	case opGo:
		m.started[o.object] = true
	case opSpin:
		if m.spun[thread] = m.count[o.object] == 0; m.spun[thread] {
			m.pc[thread]--
		}
	}
}

// point is what the engine would tell a strategy.
func (m *machine) point(step int, enabled []int) *point.Point {
	p := &point.Point{Step: step, Running: slices.Index(enabled, m.last), Yields: m.yields()}
	for _, i := range enabled {
		o := m.program[i][m.pc[i]]
		g := point.Goroutine{ID: uint32(i), Op: o.kind, Object: uint32(o.object + 1), Site: uint64(m.pc[i]), Path: uint64(i) + 1}
		if o.kind == opYield || o.kind == opGo {
			g.Object = 0
		}
		g.Impacted = m.impacted(i)
		p.Enabled = append(p.Enabled, g)
	}
	return p
}

// impacted reports whether the next operation of a thread is one that a change impacts.
func (m *machine) impacted(thread int) bool {
	return m.program[thread][m.pc[thread]].object == 1
}

// run makes one run and returns its schedule. An observer is told each step.
func (p program) run(s point.Strategy, run int) (trace string, more bool) {
	m := p.start()
	_, observes := s.(point.Observer)
	s.Begin(run)
	step := 0
	for enabled := m.enabled(); len(enabled) > 0; enabled = m.enabled() {
		k := 0
		if observes || len(enabled) > 1 {
			k = s.Next(m.point(step, enabled))
		}
		m.step(enabled[k])
		step++
	}
	if o, ok := s.(point.Observer); ok {
		o.Ended(m.point(step, nil))
	}
	return m.trace, s.End(step)
}

// A schedule is one of all, as the enumeration finds it.
type schedule struct {
	trace       string
	preemptions int
	delays      int
	postponed   int     // choices that capp puts off
	diverges    int     // choices up to the last that is not the base schedule's
	probability float64 // in a random walk
	choices     int
}

// schedules enumerates all schedules that have at most so many preemptions, or
// delays; -1 is any number.
func (p program) schedules(preemptions, delays int) []schedule {
	e := enumeration{preemptions: preemptions, delays: delays}
	e.from(p.start(), schedule{probability: 1}, map[int]bool{}, 0)
	return e.list
}

// prioritized enumerates those of capp.
func (p program) prioritized(mode string, preemptions int) []schedule {
	e := enumeration{preemptions: preemptions, delays: -1, mode: mode}
	e.from(p.start(), schedule{probability: 1}, map[int]bool{}, 0)
	return e.list
}

type enumeration struct {
	preemptions, delays int
	mode                string // of capp
	list                []schedule
}

// tooMany is a number of schedules that is not enumerated further.
const tooMany = 300

func (e *enumeration) from(m machine, s schedule, yielded map[int]bool, last int) {
	enabled := m.enabled()
	if len(e.list) > tooMany {
		return
	}
	switch len(enabled) {
	case 0:
		s.trace = m.trace
		e.list = append(e.list, s)
		return
	case 1:
		m.step(enabled[0])
		e.from(m, s, yielded, last)
		return
	}
	again := yielded[m.last]
	if m.yields() && !again {
		copied := map[int]bool{m.last: true}
		for k := range yielded {
			copied[k] = true
		}
		yielded = copied
	}
	for _, choice := range enabled {
		next, t := m, s
		if kept := m.kept(enabled, e.mode); kept != nil && !slices.Contains(kept, choice) {
			t.postponed++
			if slices.Contains(enabled, m.last) {
				t.preemptions++
			}
		} else if len(kept) != 1 {
			t.preemptions += m.preemption(enabled, choice, again)
		}
		if e.delays >= 0 {
			t.delays += m.delay(enabled, choice, last)
		}
		t.probability /= float64(len(enabled))
		if t.choices++; choice != m.base(enabled) {
			t.diverges = t.choices
		}
		if e.preemptions >= 0 && t.preemptions > e.preemptions || e.delays >= 0 && t.delays > e.delays {
			continue
		}
		next.step(choice)
		e.from(next, t, yielded, choice)
	}
}

// kept are the choices that capp does not put off, nil where nothing is preempted.
func (m *machine) kept(enabled []int, mode string) []int {
	if mode == "" || m.yields() {
		return nil
	}
	var impacted, spared []int
	for _, i := range enabled {
		if m.impacted(i) {
			impacted = append(impacted, i)
		} else {
			spared = append(spared, i)
		}
	}
	switch {
	case len(spared) == 0 || mode == order.ModeSome && len(impacted) > 0:
		return enabled
	case mode == order.ModeSome || !m.impacted(m.base(enabled)):
		return []int{m.base(enabled)}
	}
	return spared[:1]
}

// base is the choice of the base schedule.
func (m *machine) base(enabled []int) int {
	switch runs := slices.Contains(enabled, m.last); {
	case !runs:
		return enabled[0]
	case !m.yields():
		return m.last
	}
	return cyclic(enabled, m.last+1)[0]
}

// preemption is 1 when a choice takes the turn from the thread that runs, or
// gives it to one that has offered it; from its second offer on, also when it
// goes to another than the next in turn.
func (m *machine) preemption(enabled []int, choice int, again bool) int {
	runs := slices.Contains(enabled, m.last)
	counts := false
	switch {
	case !runs:
	case m.yields() && !again:
		counts = choice == m.last
	default:
		counts = choice != m.base(enabled)
	}
	if counts {
		return 1
	}
	return 0
}

// delay is how many threads are passed over.
func (m *machine) delay(enabled []int, choice, last int) int {
	from := last + 1
	if slices.Contains(enabled, m.last) {
		from = m.last
		if m.yields() {
			from++
		}
	}
	return slices.Index(cyclic(enabled, from), choice)
}

// cyclic lists threads from a number on, and then those before it.
func cyclic(enabled []int, from int) []int {
	var before, list []int
	for _, i := range enabled {
		if i < from {
			before = append(before, i)
		} else {
			list = append(list, i)
		}
	}
	return append(list, before...)
}

// randomProgram returns a program of two to four threads. Locks are released,
// unless threads may wait forever anyway.
func randomProgram(r *rand.Rand, kinds string) program {
	p := make(program, 2+r.IntN(3))
	for i := range p {
		for range 1 + r.IntN(4) {
			o := op{kinds[r.IntN(len(kinds))], r.IntN(2)}
			if o.kind == opLock { // with something inside, and sometimes never released
				p[i] = append(p[i], o, op{opAccess, r.IntN(2)})
				o.kind = opUnlock
				if strings.ContainsRune(kinds, opWait) && r.IntN(8) == 0 {
					continue
				}
			}
			p[i] = append(p[i], o)
		}
	}
	for i := 1; i < len(p); i++ {
		if r.IntN(3) == 0 {
			p[0] = slices.Insert(p[0], r.IntN(len(p[0])+1), op{opGo, i})
		}
	}
	return p
}
