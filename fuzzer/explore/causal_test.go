package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/causal"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A reader names what the threads of a run read, apart from the code under test: for each
// thread a list of its steps, without those that only wait for a Mutex.
type reader struct {
	m      *stepper
	shared map[uint32]bool     // locks of which the run has readers
	steps  [][]string          // of each thread
	last   map[uint32]string   // the last store, or unlock
	log    map[uint32]string   // all changes of other objects
	beside map[uint32][]string // those that share, since

	selected bool                // some run selects: the channels are no queues
	queues   map[uint32]bool     // channels that the run sends to or receives from
	buffer   map[uint32][]string // sends that nobody has taken
	took     map[uint32][]string // all receives so far
	sent     map[uint32]int      // sends so far
	given    map[int]string      // what a thread has read when another one made its operation
}

func (p program) reads(choices []int, selected bool) string {
	r := &reader{m: newStepper(p), selected: selected, shared: map[uint32]bool{}, steps: make([][]string, len(p)), last: map[uint32]string{}, log: map[uint32]string{}, beside: map[uint32][]string{}, queues: map[uint32]bool{}, buffer: map[uint32][]string{}, took: map[uint32][]string{}, sent: map[uint32]int{}, given: map[int]string{}}
	for _, i := range choices {
		if o := p[i][r.m.threads[i].pc]; o.kind == 'R' || o.kind == 'r' {
			r.shared[uint32(objectOf(o))] = true
		} else if o.kind == '>' || o.kind == '<' {
			r.queues[uint32(objectOf(o))] = true
		}
		r.m.step(i)
	}
	r.m = newStepper(p)
	for _, i := range choices {
		r.step(i)
	}
	return fmt.Sprint(r.steps)
}

func (r *reader) step(i int) {
	o := r.m.program[i][r.m.threads[i].pc]
	object := uint32(objectOf(o))
	got := len(r.m.threads[i].got)
	if strings.ContainsRune("><C", rune(o.kind)) && r.queues[object] && !r.selected {
		r.queue(i, o)
		return
	}
	r.m.step(i)
	name := fmt.Sprint(i, ".", len(r.steps[i]))
	text := string(o.kind)
	switch locks := strings.ContainsRune("LUT", rune(o.kind)) && !r.shared[object]; {
	case locks && o.kind == 'L' && r.m.threads[i].waits:
		return
	case locks && o.kind == 'T' && len(r.m.threads[i].got) > got:
		text += "f"
	case locks && o.kind == 'U':
		r.last[object] = name
	case locks:
		text += r.last[object]
	case o.kind == 'W' && r.m.threads[i].waits:
		return
	case o.kind == 'W':
		slices.Sort(r.beside[object])
		text += fmt.Sprint(r.beside[object])
	case o.kind == 'D' || o.kind == 'A':
		r.beside[object] = append(r.beside[object], name)
	case o.kind == 'l':
		text += r.last[object]
	case o.kind == 'a':
		text += r.last[object]
		r.last[object] = name
	case o.kind == 's':
		r.last[object] = name
	default:
		text += r.others(name)
	}
	r.steps[i] = append(r.steps[i], text)
}

// queue makes an operation on a channel. One that waits is made by the thread that lets it go on.
func (r *reader) queue(i int, o op) {
	object, before := uint32(objectOf(o)), slices.Clone(r.m.threads)
	waiting := slices.Clone(r.m.chans[o.object].queue)
	r.m.step(i)
	list := r.buffer[object]
	closed := fmt.Sprint(r.m.chans[o.object].closed && (o.kind != 'C' || r.log[object] != ""))
	text := string(o.kind)
	switch {
	case before[i].resumes:
		text += r.given[i]
	case r.m.threads[i].waits:
		return
	case o.kind == '<' && len(list) > 0:
		text, list = text+list[0], list[1:]
		r.took[object] = append(r.took[object], r.name(i))
	case o.kind == '>' && !r.m.chans[o.object].closed:
		list = append(list, r.name(i))
		text += r.sends(object, o.object)
	default:
		text += closed
	}
	for _, w := range waiting {
		switch {
		case !r.m.threads[w].resumes || before[w].resumes:
		case o.kind == 'C':
			r.given[w] = "true"
		case o.kind == '<':
			list, r.given[w] = append(list, r.name(w)), r.sends(object, o.object)
		default:
			r.given[w], list = list[0], list[1:]
			r.took[object] = append(r.took[object], r.name(w))
		}
	}
	if o.kind == 'C' {
		r.log[object] = "closed"
	}
	r.buffer[object] = list
	r.steps[i] = append(r.steps[i], text)
}

// sends is what a send reads: the receive that has made room for it.
func (r *reader) sends(object uint32, channel int) string {
	n := r.sent[object] - roomOf(channel)
	if r.sent[object]++; n < 0 {
		return "room"
	}
	return r.took[object][n]
}

// name is that of the next step of a thread.
func (r *reader) name(i int) string { return fmt.Sprint(i, ".", len(r.steps[i])) }

// others is what a step reads of objects that each step changes.
func (r *reader) others(name string) (text string) {
	done := map[uint32]bool{}
	for _, t := range r.m.touched {
		if t.Object == 0 || done[t.Object] {
			continue
		}
		done[t.Object] = true
		if point.ClassOf(t.Op) == point.Shares {
			text += r.log[t.Object]
			r.beside[t.Object] = append(r.beside[t.Object], name)
			continue
		}
		slices.Sort(r.beside[t.Object])
		r.log[t.Object] += fmt.Sprint(r.beside[t.Object])
		r.beside[t.Object] = nil
		text += r.log[t.Object]
		r.log[t.Object] += " " + name
	}
	return text
}

// outcome is how the threads of a run have ended.
func (m *stepper) outcome() string {
	var b strings.Builder
	for i := range m.threads {
		t := &m.threads[i]
		fmt.Fprintf(&b, "%d %t %s,", t.pc, t.waits, t.got)
	}
	return b.String()
}

// everything enumerates the schedules: by what is read, the outcome. Whether some of them select
// comes after it. Schedules with the same reads have one outcome: else too little is read.
func (p program) everything(most int) (ends map[string]string, n int, selected bool) {
	ends = map[string]string{}
	var all []*stepper
	var from func(m *stepper)
	from = func(m *stepper) {
		if len(all) > most {
			return
		}
		enabled := m.enabled()
		if len(enabled) == 0 {
			all = append(all, m)
		}
		for _, i := range enabled {
			selected = selected || p[i][m.threads[i].pc].kind == 'S'
			c := m.clone()
			c.step(i)
			from(c)
		}
	}
	from(newStepper(p))
	for _, m := range all {
		reads, end := p.reads(m.choices, selected), m.outcome()
		if before, ok := ends[reads]; ok && before != end {
			panic(fmt.Sprintf("%s reads %s, and ends as %s and as %s", p, reads, before, end))
		}
		ends[reads] = end
	}
	return ends, len(all), selected
}

// settingsNow are those after the last run.
func settingsNow(s *causal.Causal) causal.Settings {
	c := s.Resume()
	return config.SettingsOf[causal.Settings](&c)
}

// causalEnds makes the runs of a causal: by what is read, the outcome. Those of causal-fast beyond
// what it has for each read are the rest.
func causalEnds(t *testing.T, p program, name string, again, selected, rest bool) (ends map[string]string, s *causal.Causal) {
	t.Helper()
	ends = map[string]string{}
	s = New(config.Config{Strategy: name}).(*causal.Causal)
	plain := false
	for run := 0; ; run++ {
		m, more := p.observed(s, run)
		if s.Diverged() {
			t.Fatalf("run %d diverged\n%s", run, p)
		}
		if settingsNow(s).Plain && !plain {
			plain = true
			clear(ends) // it begins anew
		}
		reads := p.reads(m.choices, selected)
		if _, ok := ends[reads]; ok && name == "causal" {
			t.Fatalf("run %d, %v, reads what was read before\n%s", run, m.choices, p)
		}
		ends[reads] = m.outcome()
		if again {
			c, complaint := Parse(s.Resume().String())
			if complaint != "" {
				t.Fatalf("%s: %s", s.Resume(), complaint)
			}
			s = New(c).(*causal.Causal)
		}
		if !more || settingsNow(s).Rest && name == "causal-fast" && !rest {
			return ends, s
		}
		if run > 3000 {
			t.Fatalf("still not at the end\n%s", p)
		}
	}
}

func outcomesOf(ends map[string]string) map[string]bool {
	outcomes := map[string]bool{}
	for _, end := range ends {
		outcomes[end] = true
	}
	return outcomes
}

// TestCausalVisitsEachClassOnce compares with the enumeration of all schedules.
func TestCausalVisitsEachClassOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	programs := matrix.Count(100, 300)
	compared, classes, schedules, largest, waiting := 0, 0, 0, 0, 0
	fast, missed, ends := 0, 0, 0
	for compared < programs {
		kinds := []string{"LTlsa><SCwnyg", "LLL", "Lls", "ls", "lsa", "><SC", "><", "><C", ">>l<s", "wnL", "RRl", "LTTl", "DWls", "x", "xL", "()", "()l"}[r.IntN(17)]
		p := stepperProgram(r, kinds, 3)
		if strings.Contains(kinds, "D") {
			p = p.grouped()
		}
		want, n, selected := p.everything(500)
		empty := slices.ContainsFunc(p, func(thread []op) bool { return len(thread) == 0 }) // it has no number
		if n > 500 || empty {
			continue
		}
		compared++
		got, s := causalEnds(t, p, "causal", r.IntN(20) == 0, selected, true)
		for reads, end := range want {
			if got[reads] != end {
				t.Fatalf("%d of %d classes\n%smissing %s\n%s", len(got), len(want), p, end, reads)
			}
		}
		if len(got) != len(want) || !s.Complete() {
			t.Fatalf("%d classes instead of %d, complete: %t\n%s", len(got), len(want), s.Complete(), p)
		}
		classes, schedules, largest = classes+len(want), schedules+n, max(largest, len(want))
		some, quick := causalEnds(t, p, "causal-fast", r.IntN(20) == 0, selected, false)
		fast += quick.Resume().Runs
		if whole, last := causalEnds(t, p, "causal-fast", compared%20 == 0, selected, true); last.Complete() || !maps.Equal(outcomesOf(whole), outcomesOf(want)) {
			t.Fatalf("causal-fast goes on to %v, want %v; complete: %t\n%s", outcomesOf(whole), outcomesOf(want), last.Complete(), p)
		}
		outcomes := map[string]bool{}
		for _, end := range some {
			outcomes[end] = true
		}
		for _, end := range want {
			if strings.Contains(end, "true") {
				waiting++
			}
			if ends++; !outcomes[end] {
				missed++
			}
		}
	}
	t.Logf("%d programs: %d schedules in %d classes, at most %d, %d with threads that wait", compared, schedules, classes, largest, waiting)
	t.Logf("causal-fast makes %d runs and misses %d of %d classes by their outcome", fast, missed, ends)
	if largest < 50 || waiting < programs/3 || missed == 0 || missed > ends/2 {
		t.Errorf("the programs are too small, or causal-fast does not leave out what it should")
	}
}

// TestCausalOfQueues: a channel with a buffer as a queue tells fewer runs from each other than
// one of which each step reads all steps before, and as many outcomes.
func TestCausalOfQueues(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	queues, whole := 0, 0
	for n := 0; n < 60; {
		p := stepperProgram(r, []string{"><", "><C", ">>l<s", "x"}[r.IntN(4)], 3)
		want, schedules, _ := p.everything(500)
		if schedules > 500 || slices.ContainsFunc(p, func(thread []op) bool { return len(thread) == 0 }) {
			continue
		}
		n++
		outcomes := [3]map[string]bool{{}, {}, {}}
		for _, end := range want {
			outcomes[0][end] = true
		}
		for i, plain := range []bool{false, true} {
			s := New(config.Config{Strategy: "causal", Settings: causal.Settings{Plain: plain}}).(*causal.Causal)
			for run, more := 0, true; more; run++ {
				var m *stepper
				m, more = p.observed(s, run)
				outcomes[1+i][m.outcome()] = true
			}
			if !s.Complete() || !maps.Equal(outcomes[0], outcomes[1+i]) {
				t.Fatalf("plain %t: complete %t, outcomes %v, want %v\n%s", plain, s.Complete(), outcomes[1+i], outcomes[0], p)
			}
			if plain {
				whole += s.Resume().Runs
			} else {
				queues += s.Resume().Runs
			}
		}
	}
	t.Logf("%d runs with queues, %d without", queues, whole)
	if queues >= whole {
		t.Error("queues leave out nothing")
	}
}
