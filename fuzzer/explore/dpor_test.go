package explore

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// class names what a schedule is equal to: for each step of each thread, a set of the steps
// that come before it in every equal schedule.
func (p program) class(choices []int) string {
	m := newStepper(p)
	type made struct {
		thread int
		print  point.Footprint
		before uint64 // bits of steps, which are numbered by thread
	}
	const most = 20 // steps of a thread
	var list []made
	var rows [3][]uint64
	ran, by := map[int]bool{}, map[int]int{}
	bit := map[int]uint64{}
	for k, i := range choices {
		enabled := m.enabled()
		for _, e := range enabled {
			if !ran[e] {
				by[e] = k - 1
			}
		}
		clear(ran)
		for _, e := range enabled {
			ran[e] = true
		}
		m.step(i)
		s := made{thread: i}
		s.print.Set(m.touched)
		for j := range list {
			if list[j].thread == i || by[i] == j || s.print.Dependent(&list[j].print) {
				s.before |= list[j].before | bit[j]
			}
		}
		if len(rows[i]) == most {
			panic("a thread has too many steps")
		}
		bit[k] = 1 << (i*most + len(rows[i]))
		rows[i] = append(rows[i], s.before)
		list = append(list, s)
		if !m.runs(i) {
			delete(ran, i)
		}
	}
	return fmt.Sprint(rows)
}

// all enumerates the schedules: by class, the state at the end. It gives up with too many.
func (p program) all(most int) (ends map[string]string, ok bool) {
	ends = map[string]string{}
	n := 0
	var from func(m *stepper)
	from = func(m *stepper) {
		enabled := m.enabled()
		if n > most {
			return
		}
		if len(enabled) == 0 {
			n++
			ends[p.class(m.choices)] = m.state()
		}
		for _, i := range enabled {
			c := m.clone()
			c.step(i)
			from(c)
		}
	}
	from(newStepper(p))
	return ends, n <= most
}

// TestIndependentStepsCommute: two steps that follow each other in a random state and do not depend on
// each other lead to the same state in both orders, and neither lets the other run or wait.
func TestIndependentStepsCommute(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	compared, dependent, differ := 0, 0, 0
	for range 30000 {
		p := stepperProgram(r, "LRTlsaDW><SCwnyg", 4)
		m := newStepper(p)
		for range r.IntN(8) {
			if e := m.enabled(); len(e) > 0 {
				m.step(e[r.IntN(len(e))])
			}
		}
		e := m.enabled()
		if len(e) < 2 {
			continue
		}
		r.Shuffle(len(e), func(i, j int) { e[i], e[j] = e[j], e[i] })
		x, y := m.clone(), m.clone()
		var first, second point.Footprint
		x.step(e[0])
		first.Set(x.touched)
		x.step(e[1])
		second.Set(x.touched)
		y.step(e[1])
		y.step(e[0])
		same := x.state() == y.state()
		switch {
		case first.Dependent(&second):
			dependent++
			if !same {
				differ++
			}
			continue
		case !same:
			t.Fatalf("steps of %d and %d do not commute\n%s\n%v\n%s\n%s", e[0], e[1], p, m.choices, x.state(), y.state())
		}
		compared++
	}
	t.Logf("%d pairs commute, %d are dependent, of which %d differ", compared, dependent, differ)
	if compared < 5000 || differ < 1000 {
		t.Errorf("%d independent pairs, %d that differ", compared, differ)
	}
}

// TestDPORVisitsEachClassOnce compares with the enumeration of all schedules.
func TestDPORVisitsEachClassOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	programs := matrix.Count(200, 4000)
	compared, classes, blocked, largest, waiting := 0, 0, 0, 0, 0
	for compared < programs {
		p := stepperProgram(r, []string{"LRTlsaDW><SCwnyg", "LLL", "Lls", "ls", "><SC", "DWwnL", "RRTL"}[r.IntN(7)], 3)
		want, ok := p.all(200)
		if !ok {
			continue
		}
		compared++
		got, s := dporEnds(t, p, r.IntN(20) == 0)
		if missing := missingFrom(want, got); missing != "" || len(got) != len(want) {
			t.Fatalf("%d of %d classes\n%smissing %s", len(got), len(want), p, missing)
		}
		if !s.Complete() {
			t.Fatalf("not complete\n%s", p)
		}
		classes, blocked, largest = classes+len(want), blocked+s.Blocked(), max(largest, len(want))
		for _, end := range want {
			if stuck(end) {
				waiting++
			}
		}
	}
	t.Logf("%d classes of %d programs, at most %d, %d with threads that wait; %d runs slept", classes, compared, largest, waiting, blocked)
	if largest < 80 || programs > 200 && largest < 100 || waiting < programs/4 {
		t.Errorf("the programs are too small")
	}
}

// stuck reports whether threads wait at the end.
func stuck(end string) bool { return strings.Contains(end, "true true ") }

func missingFrom(want, got map[string]string) string {
	for class, end := range want {
		if got[class] != end {
			return end + "\n" + class
		}
	}
	return ""
}

// dporEnds makes the runs of a dpor: by class, the state at the end.
func dporEnds(t *testing.T, p program, again bool) (map[string]string, *dpor.DPOR) {
	t.Helper()
	ends := map[string]string{}
	s := New(config.Config{Strategy: "dpor"}).(*dpor.DPOR)
	for run := 0; ; run++ {
		before := s.Blocked()
		m, more := p.observed(s, run)
		if s.Diverged() {
			t.Fatalf("run %d diverged\n%s", run, p)
		}
		class := p.class(m.choices)
		if _, ok := ends[class]; ok && s.Blocked() == before {
			t.Fatalf("run %d, %v, is of a class that was visited\n%s", run, m.choices, p)
		}
		ends[class] = m.state()
		if again {
			c, complaint := Parse(s.Resume().String())
			if complaint != "" {
				t.Fatalf("%s: %s", s.Resume(), complaint)
			}
			s = New(c).(*dpor.DPOR)
		}
		if !more {
			return ends, s
		}
		if run > 2000 {
			t.Fatalf("still not at the end\n%s", p)
		}
	}
}
