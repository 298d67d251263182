package explore

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
)

// changedAuto is auto with a change that impacts code.
func changedAuto(seed uint64) config.Config {
	return config.Config{Strategy: "auto", Depth: 2, Seed: seed, Settings: auto.Settings{Changed: true}}
}

// TestChangePrunesNothing: auto near a change comes to the end of a small program, and has visited all schedules then.
func TestChangePrunesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	ended := 0
	for range 100 {
		p := randomProgram(r, "LU+w")
		all := p.schedules(-1, -1)
		if len(all) > 60 {
			continue
		}
		ended++
		s, seen, more := New(changedAuto(5)), map[string]bool{}, true
		for run := 0; more && run < 5000; run++ {
			var trace string
			trace, more = p.run(s, run)
			seen[trace] = true
		}
		if more || !s.(search.Search).Complete() || len(seen) != len(all) {
			t.Errorf("%d of %d schedules, complete %t\n%s", len(seen), len(all), s.(search.Search).Complete(), p)
		}
	}
	if ended < 20 {
		t.Errorf("%d programs were small enough: the test shows little", ended)
	}
}

// lostUpdate is two threads that read and write object 1, which a change impacts, amid accesses of object 0.
func lostUpdate(around int) program {
	thread := slices.Concat(slices.Repeat([]op{{opAccess, 0}}, around), []op{{opAccess, 1}, {opAccess, 1}}, slices.Repeat([]op{{opAccess, 0}}, around))
	return program{thread, thread}
}

// loses reports whether a thread of lostUpdate had an access of object 1 between those of another one.
func loses(trace string, around int) bool {
	var at [2]int
	last := ""
	for _, thread := range trace {
		i := thread - '0'
		if at[i]++; at[i] == around+1 || at[i] == around+2 {
			last += string(thread)
		}
	}
	for _, twice := range []string{"00", "11"} {
		if !strings.Contains(last, twice) {
			return true
		}
	}
	return false
}

// firstLoss is the number of the first run that loses an update.
func firstLoss(c config.Config, around int) int {
	s := New(c)
	for run := 0; ; run++ {
		if trace, more := lostUpdate(around).run(s, run); !more || loses(trace, around) {
			return run
		}
	}
}

// TestChangeIsNear: a bug at changed code shows sooner when auto knows the change. Of a bug that shows in most runs it does not
// matter.
func TestChangeIsNear(t *testing.T) {
	for _, around := range []int{0, 5, 9} {
		with, without := 0, 0
		for seed := range uint64(40) {
			with += firstLoss(changedAuto(seed), around)
			without += firstLoss(config.Config{Strategy: "auto", Depth: 2, Seed: seed}, around)
		}
		t.Logf("%d accesses around: %d runs with the change, %d without", around, with, without)
		if with > without+40 || around > 0 && 4*with > 3*without {
			t.Errorf("%d accesses around: %d runs with the change, %d without", around, with, without)
		}
	}
}
