package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A stepper is a program in the middle of a run as the engine makes it: an operation that has
// to wait is a step, after which the thread cannot run until another one wakes it, and going
// on is another step. It is copied by clone.
type stepper struct {
	program program
	threads []stepThread
	locks   [2]stepLock
	words   [2]int
	groups  [1]int
	groupQ  []int
	chans   [3]stepChan
	plain   [2]int // memory of which nobody tells
	conds   [1][]int
	touched []point.Touch // by the last step
	numbers int           // of threads
	adds    bool          // to a WaitGroup, else its counter begins with what is taken away
	last    int
	choices []int
}

type stepThread struct {
	pc      int
	number  int // in the order in which threads start
	started bool
	waits   bool // until it is woken
	resumes bool // it was woken
	got     string
}

type stepLock struct {
	held    bool
	readers int
	queue   []int
	reading []int
}

type stepChan struct {
	values []int
	closed bool
	queue  []int // those that wait for it, in the order in which they came
}

// The operations of a stepper, with the numbers of package trace where these matter.
var stepOps = map[byte]uint8{
	'L': 3, 'U': 5, 'T': 3, 'R': 6, 'r': 8, 'l': point.OpLoad, 's': point.OpLoad, 'D': 14, 'W': 15, '>': point.OpSend, '<': point.OpRecv, 'S': point.OpSelect,
	'w': 10, 'n': 12, 'g': 1, 'y': point.OpYield, 'A': 14, 'a': point.OpLoad, 'C': point.OpClose, 'b': 0, 'x': 0, 'j': 0,
}

func newStepper(p program) *stepper {
	m := &stepper{program: p, threads: make([]stepThread, len(p)), last: -1}
	for i := range m.threads {
		m.threads[i].started = true
	}
	for _, thread := range p {
		for _, o := range thread {
			switch o.kind {
			case 'g':
				m.threads[o.object].started = false
			case 'D':
				m.groups[0]++
			case 'A':
				m.adds = true
			}
		}
	}
	if m.adds {
		m.groups[0] = 0
	}
	for i := range m.threads {
		if m.threads[i].started {
			m.begins(i)
		}
	}
	return m
}

func (m *stepper) clone() *stepper {
	c := *m
	c.threads = slices.Clone(m.threads)
	c.choices = slices.Clone(m.choices)
	c.groupQ = slices.Clone(m.groupQ)
	c.conds[0] = slices.Clone(m.conds[0])
	for i := range c.locks {
		c.locks[i].queue, c.locks[i].reading = slices.Clone(m.locks[i].queue), slices.Clone(m.locks[i].reading)
	}
	for i := range c.chans {
		c.chans[i].queue, c.chans[i].values = slices.Clone(m.chans[i].queue), slices.Clone(m.chans[i].values)
	}
	return &c
}

// state is all that the future depends on.
func (m *stepper) state() string {
	locks := m.locks
	for i := range locks {
		locks[i].reading = slices.Sorted(slices.Values(locks[i].reading)) // all are woken at a time
	}
	group := slices.Sorted(slices.Values(m.groupQ))
	return fmt.Sprint(m.threads, locks, m.words, m.groups, group, m.chans, m.conds, m.plain)
}

// begins numbers a thread as the engine does.
func (m *stepper) begins(i int) {
	m.threads[i].number, m.threads[i].started = m.numbers, true
	m.numbers++
}

func (m *stepper) enabled() (list []int) {
	for i := range m.threads {
		if m.runs(i) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, j int) int { return m.threads[i].number - m.threads[j].number })
	return list
}

func (m *stepper) runs(i int) bool {
	t := &m.threads[i]
	return t.started && !t.waits && t.pc < len(m.program[i])
}

func (m *stepper) touch(op uint8, object int) {
	m.touched = append(m.touched, point.Touch{Object: uint32(object), Op: op})
}

// Objects of each kind have numbers of their own.
func objectOf(o op) int {
	switch o.kind {
	case 'L', 'U', 'T', 'R', 'r':
		return 1 + o.object
	case 'l', 's', 'a':
		return 11 + o.object
	case 'D', 'W', 'A':
		return 21
	case '>', '<', 'C':
		return 31 + o.object
	case 'w', 'n':
		return 41
	}
	return 0
}

func (m *stepper) wake(i int) { m.threads[i].waits, m.threads[i].resumes = false, true }

func (m *stepper) step(i int) {
	t := &m.threads[i]
	o := m.program[i][t.pc]
	m.touched = m.touched[:0]
	m.touch(stepOps[o.kind], objectOf(o))
	m.last = i
	m.choices = append(m.choices, i)
	resumes := t.resumes
	t.resumes = false
	done := true
	switch o.kind {
	case 'L', 'R':
		done = m.lock(i, o, resumes)
	case 'U', 'r':
		m.unlock(o)
	case 'T':
		m.touch(point.OpTry, objectOf(o))
		if l := &m.locks[o.object]; l.held || l.readers > 0 {
			t.got += "f"
			t.pc++ // without what is inside
			t.pc++
		} else {
			l.held = true
		}
	case 'l':
		t.got += fmt.Sprint(m.words[o.object])
	case 's':
		m.touch(point.OpStore, objectOf(o))
		m.words[o.object] = 10*(i+1) + t.pc
	case 'a':
		m.touch(point.OpWroteMemory, objectOf(o))
		m.words[o.object]++
		t.got += fmt.Sprint(m.words[o.object])
	case 'A':
		m.touched = append(m.touched, point.Touch{Object: 21, Op: point.OpCount, Arg: int16(o.object)})
		m.groups[0] += o.object
	case 'D':
		if m.adds {
			m.touched = append(m.touched, point.Touch{Object: 21, Op: point.OpCount, Arg: -1})
		}
		if m.groups[0]--; m.groups[0] == 0 {
			for _, w := range m.groupQ {
				m.wake(w)
			}
			m.groupQ = nil
		}
	case 'W':
		if done = m.groups[0] == 0 || resumes; !done {
			m.groupQ = append(m.groupQ, i)
		}
	case '>', '<', 'S', 'C':
		done = m.channel(i, o, resumes)
	case 'w':
		if done = resumes; !done {
			m.conds[0] = append(m.conds[0], i)
		}
	case 'n':
		if q := m.conds[0]; len(q) > 0 {
			m.wake(q[0])
			m.conds[0] = q[1:]
		}
	case 'g':
		m.begins(o.object)
	case 'x':
		t.got += fmt.Sprint("x", m.plain[o.object])
		m.plain[o.object] = 10*(i+1) + t.pc
	case 'j':
		if strings.Contains(t.got, "x0") { // it was first, and ends
			t.pc = len(m.program[i]) - 1
		}
	case 'b':
		if strings.HasSuffix(t.got, "0") { // back to the lock
			t.pc -= 4
		}
	}
	if t.waits = !done; done {
		t.pc++
	}
}

func (m *stepper) lock(i int, o op, resumes bool) bool {
	l := &m.locks[o.object]
	switch {
	case o.kind == 'R' && resumes: // the one that woke it has let it in
		return true
	case o.kind == 'R' && (l.held || len(l.queue) > 0):
		l.reading = append(l.reading, i)
		return false
	case o.kind == 'R':
		l.readers++
		return true
	case l.held || l.readers > 0:
		l.queue = append(l.queue, i)
		return false
	}
	l.held = true
	return true
}

func (m *stepper) unlock(o op) {
	l := &m.locks[o.object]
	if o.kind == 'r' {
		l.readers--
		if l.readers > 0 {
			return
		}
	} else {
		l.held = false
		for _, w := range l.reading {
			l.readers++
			m.wake(w)
		}
		l.reading = nil
	}
	if len(l.queue) > 0 && l.readers <= 0 {
		m.wake(l.queue[0])
		l.queue = l.queue[1:]
	}
}

// roomOf is how much the buffer of a channel holds.
func roomOf(channel int) int { return 1 + channel/2 }

// channel sends to or receives from a buffer, closes it, or selects from both channels.
// As in Go, whoever lets a thread go on has made its operation for it.
func (m *stepper) channel(i int, o op, resumes bool) bool {
	list := []int{o.object}
	if o.kind == 'S' {
		list = []int{0, 1}
		m.touched = m.touched[:0]
		m.touch(point.OpSelect, 31)
		m.touch(point.OpSelect, 32)
	} else if o.kind != 'C' {
		m.touched = append(m.touched, point.Touch{Object: uint32(objectOf(o)), Op: point.OpQueue, Arg: int16(roomOf(o.object))})
	}
	if resumes {
		return true
	}
	for _, k := range list {
		if m.transfers(i, o.kind, k) {
			return true
		}
	}
	for _, k := range list {
		m.chans[k].queue = append(m.chans[k].queue, i)
	}
	return false
}

// transfers makes an operation on channel k, unless it has to wait.
func (m *stepper) transfers(i int, kind byte, k int) bool {
	c := &m.chans[k]
	value := 10*(i+1) + m.threads[i].pc
	switch {
	case kind == 'C':
		c.closed = true
		for len(c.queue) > 0 {
			if w := m.resume(c.queue[0]); m.sends(w) {
				m.threads[w].got += "p"
			} else {
				m.threads[w].got += fmt.Sprintf("%d:0", k)
			}
		}
	case kind == '>' && c.closed:
		m.threads[i].got += "p"
	case kind == '>' && len(c.queue) > 0 && !m.sends(c.queue[0]):
		m.threads[m.resume(c.queue[0])].got += fmt.Sprintf("%d:%d", k, value)
	case kind == '>' && len(c.values) < roomOf(k):
		c.values = append(c.values, value)
	case kind != '>' && len(c.values) > 0:
		m.threads[i].got += fmt.Sprintf("%d:%d", k, c.values[0])
		if c.values = c.values[1:]; len(c.queue) > 0 {
			w := m.resume(c.queue[0])
			c.values = append(c.values, 10*(w+1)+m.threads[w].pc)
		}
	case kind != '>' && c.closed:
		m.threads[i].got += fmt.Sprintf("%d:0", k)
	default:
		return false
	}
	return true
}

func (m *stepper) sends(i int) bool { return m.program[i][m.threads[i].pc].kind == '>' }

// resume lets a thread go on that waits for channels.
func (m *stepper) resume(w int) int {
	m.wake(w)
	if m.program[w][m.threads[w].pc].kind == 'S' {
		m.touch(point.OpSelect, 31)
		m.touch(point.OpSelect, 32)
	}
	for q := range m.chans {
		m.chans[q].queue = slices.DeleteFunc(m.chans[q].queue, func(x int) bool { return x == w })
	}
	return w
}

func (m *stepper) point(enabled []int) *point.Point {
	p := &point.Point{Step: len(m.choices), Running: slices.Index(enabled, m.last), Touched: m.touched, Known: 1000}
	if len(m.choices) == 0 {
		p.Touched = nil
	}
	for _, i := range enabled {
		o := m.program[i][m.threads[i].pc]
		p.Enabled = append(p.Enabled, point.Goroutine{ID: uint32(m.threads[i].number), Op: stepOps[o.kind], Object: uint32(objectOf(o)), Site: uint64(m.threads[i].pc), Path: uint64(i) + 1})
	}
	return p
}

// observed makes one run.
func (p program) observed(s point.Observer, run int) (m *stepper, more bool) {
	m = newStepper(p)
	s.Begin(run)
	for enabled := m.enabled(); len(enabled) > 0 && len(m.choices) < 100; enabled = m.enabled() {
		m.step(enabled[s.Next(m.point(enabled))])
	}
	end := m.point(nil)
	end.Bad = slices.ContainsFunc(m.threads, func(t stepThread) bool { return t.waits })
	s.Ended(end)
	return m, s.End(len(m.choices))
}

// stepperProgram is a random program of a stepper: locks are released, now and then the other way.
func stepperProgram(r *rand.Rand, kinds string, most int) program {
	p := make(program, 2+r.IntN(2))
	for i := range p {
		for range 1 + r.IntN(most) {
			o := op{kinds[r.IntN(len(kinds))], r.IntN(2)}
			switch o.kind {
			case 'g':
				continue
			case '(', ')': // of the channel with more room
				o = op{map[byte]byte{'(': '>', ')': '<'}[o.kind], 2}
			case 'x': // a channel as a semaphore
				p[i] = append(p[i], op{'>', o.object}, o)
				o.kind = '<'
			case 'L', 'R', 'T':
				inner := op{"als"[r.IntN(3)], r.IntN(2)}
				if o.kind == 'L' && r.IntN(2) == 0 {
					inner = op{'L', 1 - o.object}
				}
				p[i] = append(p[i], o, inner)
				if inner.kind == 'L' {
					p[i] = append(p[i], op{'U', inner.object})
				}
				o.kind = map[byte]byte{'L': 'U', 'T': 'U', 'R': 'r'}[o.kind]
			}
			p[i] = append(p[i], o)
		}
	}
	if strings.Contains(kinds, "g") && r.IntN(3) == 0 {
		p[0] = slices.Insert(p[0], 0, op{'g', 1})
	}
	return p
}

// grouped lets the first thread count to what the others take away, and start them.
func (p program) grouped() program {
	n := 0
	for i, thread := range p {
		for _, o := range thread {
			if o.kind == 'D' {
				n++
			}
		}
		if i > 0 {
			p[0] = slices.Insert(p[0], 0, op{'g', i})
		}
	}
	p[0] = slices.Insert(p[0], 0, op{'A', n})
	return p
}
