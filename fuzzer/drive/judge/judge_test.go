package judge

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// play plays a trial, by a clock that jumps. It returns the numbers of the calls in their order, and the verdicts that were written.
func play(t *testing.T, trial Trial, panics int) (made []int, told []Verdict) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "verdicts")
	t.Setenv(EnvVerdicts, file)
	step := func(n int) Step {
		return Step{N: n, Recv: "x1", Do: func() []any {
			if made = append(made, n); n == panics {
				panic("a precondition")
			}
			return nil
		}}
	}
	script := func() *Script {
		return &Script{
			Seq: []Step{step(0), step(1)}, Par: [][]Step{{step(2)}}, Drains: []Step{step(3)}, Probes: []Step{step(4), step(5)}, Closes: []Step{step(6)},
			Chans: func() []uintptr { return Addresses(make(chan int)) },
		}
	}
	settled, played, begun, cuts, request = map[int]bool{}, map[int]int{}, map[int]bool{}, 0, Request{Trials: []Trial{trial}}
	synctest.Test(t, func(t *testing.T) { PlayAll(t, Target{}, map[string]func() *Script{trial.Driver: script}) })
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var v Verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		told = append(told, v)
	}
	return made, told
}

// The driver makes its own calls, then those that a reduction adds, and pays twice.
func TestPlay(t *testing.T) {
	pays := []int{3, 4, 5, 3, 6, 4, 5, 3, 6}
	for _, c := range []struct {
		trial Trial
		want  []int
	}{
		{Trial{}, slices.Concat([]int{0, 1, 2}, pays)},
		{Trial{Only: []int{1}, Tail: []int{5, 5}}, slices.Concat([]int{1, 5, 5}, pays)},
		{Trial{Drop: []int{4, 6}}, []int{0, 1, 2, 3, 5, 3, 5, 3}},
	} {
		c.trial.Driver = "X"
		made, told := play(t, c.trial, -1)
		if !slices.Equal(made, c.want) {
			t.Errorf("%+v: made %v, want %v", c.trial, made, c.want)
		}
		if len(told) != 2 || told[0].Rule != Begun || told[1].Rule != Quiet {
			t.Errorf("%+v: told %+v", c.trial, told)
		}
	}
}

// A call that panics voids the driver, which makes no further one for the end.
func TestPanics(t *testing.T) {
	made, told := play(t, Trial{Driver: "X", Trace: true}, 4)
	last := told[len(told)-1]
	if last.Rule != Void || last.Panic != "a precondition" || !slices.Equal(last.Steps, []int{4}) {
		t.Errorf("%+v", last)
	}
	if want := []int{0, 1, 2, 3, 4, 5}; !slices.Equal(made, want) || len(told) != len(want)+2 {
		t.Errorf("made %v, told %+v", made, told)
	}
}

// A run that was cut off left its trial without a verdict. The next run tells that, and plays the trial no more. After some such runs none is
// played.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		open []int // trials that earlier runs have begun
		want []string
	}{
		{nil, []string{"0 begun", "0 quiet", "1 begun", "1 quiet", "2 begun", "2 quiet"}},
		{[]int{0}, []string{"0 cut", "1 begun", "1 quiet", "2 begun", "2 quiet"}},
		{[]int{0, 1}, []string{"0 cut", "1 cut"}},
	} {
		file := filepath.Join(t.TempDir(), "verdicts")
		t.Setenv(EnvVerdicts, file)
		settled, played, begun, cuts = map[int]bool{}, map[int]int{}, map[int]bool{}, 0
		request = Request{Trials: []Trial{{Driver: "X"}, {Driver: "X", Short: true}, {Driver: "X"}}}
		for _, i := range c.open {
			begun[i] = true
		}
		script := func() *Script { return &Script{Chans: func() []uintptr { return nil }} }
		synctest.Test(t, func(t *testing.T) { PlayAll(t, Target{}, map[string]func() *Script{"X": script}) })
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for line := range strings.Lines(string(b)) {
			var v Verdict
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			told = append(told, fmt.Sprint(v.Trial, " ", v.Rule))
		}
		if !slices.Equal(told, c.want) {
			t.Errorf("%v cut off: told %q, want %q", c.open, told, c.want)
		}
	}
}

// A bare trial makes the calls of the goroutines and those that are added, and pays nothing. It makes all in one order where it has one.
func TestBare(t *testing.T) {
	for _, c := range []struct {
		trial  Trial
		panics int
		want   []int
		rule   Rule
	}{
		{Trial{}, -1, []int{0, 1, 2}, Quiet},
		{Trial{Only: []int{1, 2}, Tail: []int{6, 5}}, -1, []int{1, 2, 6, 5}, Quiet},
		{Trial{Serial: []int{2, 0, 4}}, -1, []int{2, 0, 4}, Quiet},
		{Trial{}, 1, []int{0, 1}, Void},
		{Trial{Lock: 1 + 4}, -1, []int{0, 1, 4, 2}, Quiet},
	} {
		c.trial.Driver, c.trial.Bare = "X", true
		made, told := play(t, c.trial, c.panics)
		if last := told[len(told)-1]; !slices.Equal(made, c.want) || last.Rule != c.rule {
			t.Errorf("%+v: made %v, told %+v", c.trial, made, told)
		}
	}
}
