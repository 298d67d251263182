package runner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A script is a Machine that answers as it is told, and notes what it was asked.
type script struct {
	stages  map[Stage][]*explorer.Result // a stage without an entry has a test without endings
	probes  []*explorer.Result           // of StageToday with one run
	asFirst bool                         // an ending happens again as the first run of a process
	plain   bool                         // the base schedule ends as an ending does
	again   bool                         // an ending happens again with the recorder on
	calm    bool                         // a smaller schedule has no early timer
	asked   []string
	options map[Stage]explorer.Options
	stop    context.CancelFunc // called by the first stage, nil for nothing
}

func (m *script) note(format string, args ...any) {
	m.asked = append(m.asked, fmt.Sprintf(format, args...))
}

func (m *script) Explore(_ context.Context, stage Stage, _ explorer.Checkpoints, opt explorer.Options) ([]*explorer.Result, error) {
	name := string(stage)
	if stage == StageAsked {
		name = "asked"
	}
	m.note("%s %d", name, opt.Runs)
	if m.options == nil {
		m.options = map[Stage]explorer.Options{}
	}
	m.options[stage] = opt
	if m.stop != nil {
		m.stop()
	}
	if stage == StageToday && opt.Runs == 1 {
		return m.probes, nil
	}
	if list, ok := m.stages[stage]; ok {
		return list, nil
	}
	return []*explorer.Result{{Test: "TestA", Repeats: true}}, nil
}

func (m *script) Compare(context.Context, string, explorer.Options) (*explorer.Comparison, error) {
	m.note("compare")
	return &explorer.Comparison{Native: explorer.NativeFails}, nil
}

func (m *script) AsFirst(_ context.Context, _ string, e *explorer.Ending) (bool, error) {
	m.note("first of %d", e.Run)
	return m.asFirst, nil
}

func (m *script) Plain(_ context.Context, _ string, e *explorer.Ending) (bool, error) {
	m.note("plain of %d", e.Run)
	return m.plain, nil
}

func (m *script) Shrink(_ context.Context, _ Stage, _ string, e explorer.Ending, _ time.Duration) (explorer.Ending, error) {
	m.note("shrink %d", e.Run)
	if m.calm {
		e.Early = nil
	}
	return e, nil
}

func (m *script) Record(_ context.Context, _ string, e *explorer.Ending, first bool) error {
	m.note("record %d first=%t", e.Run, first)
	e.Seen = &explorer.Repetition{Again: m.again}
	return nil
}

// stuck is a run that ended in a deadlock after others in its process.
func stuck(run int) explorer.Ending {
	return explorer.Ending{Run: run, End: boundary.Deadlock, Class: uint64(run), Goroutines: 2}
}

func tested(endings ...explorer.Ending) []*explorer.Result {
	return []*explorer.Result{{Test: "TestA", Repeats: true, Endings: endings}}
}

func broken() []*explorer.Result {
	return []*explorer.Result{{Test: "TestA", Repeats: true, Fails: true}}
}

// TestExplore: which runs follow an exploration.
func TestExplore(t *testing.T) {
	settled := tested()
	settled[0].Settles = true
	early := stuck(3)
	early.End, early.Failed, early.Early = boundary.Done, true, make([]record.EarlyTimer, 1)
	for name, c := range map[string]struct {
		machine script
		runs    int
		resumes bool
		want    []string
	}{
		"a test that goes well": {script{}, 1000, false, []string{"asked 1000"}},
		"an ending that happens again": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}, asFirst: true, again: true}, 1000, false,
			[]string{"asked 1000", "first of 3", "shrink 3", "record 3 first=false"},
		},
		"an ending of a first run": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(explorer.Ending{Run: 0, Fresh: true, End: boundary.Deadlock})}, again: true}, 1000, false,
			[]string{"asked 1000", "shrink 0", "record 0 first=false"},
		},
		"more endings than are recorded": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(1), stuck(2), stuck(3), stuck(4), stuck(5), stuck(6), stuck(7), stuck(8), stuck(9))}, asFirst: true, again: true}, 1000, false,
			slices.Concat([]string{"asked 1000"}, each("first of %d", 8), pairs("shrink %d", "record %d first=false", 8)),
		},
		"an ending that the base schedule has behind as many runs": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}, plain: true}, 1000, false,
			[]string{"asked 1000", "first of 3", "plain of 3", "apart 200"},
		},
		"an ending that a few first runs have": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3)), StageFew: tested(fresh(stuck(3)))}, again: true}, 1000, false,
			[]string{"asked 1000", "first of 3", "plain of 3", "few 8", "shrink 3", "record 3 first=false"},
		},
		"an ending that no first run has": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}, again: true}, 1000, false,
			[]string{"asked 1000", "first of 3", "plain of 3", "few 8", "many 200", "shrink 3", "record 3 first=false"},
		},
		"an ending that does not happen again": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3)), StageApart: tested(fresh(stuck(7)))}, asFirst: true}, 1000, false,
			[]string{"asked 1000", "first of 3", "shrink 3", "record 3 first=false", "apart 200", "shrink 7", "record 7 first=false"},
		},
		"the same for who asks for many runs": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}, asFirst: true}, 5000, false,
			[]string{"asked 5000", "first of 3", "shrink 3", "record 3 first=false", "apart 5000"},
		},
		"a test that fails at midnight alone": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: broken()}, probes: tested()}, 1000, false,
			[]string{"asked 1000", "today 1", "today 1000"},
		},
		"a test that fails at any time": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: broken()}, probes: broken()}, 1000, false,
			[]string{"asked 1000", "today 1", "compare"},
		},
		"a failure behind a timer that has no need of it": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(early)}, calm: true, again: true}, 1000, false,
			[]string{"asked 1000", "shrink 3", "shrink 3", "record 3 first=false"},
		},
		"a failure behind a timer": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(early)}}, 1000, false,
			[]string{"asked 1000", "shrink 3"},
		},
		"first runs that go another way": {script{stages: map[Stage][]*explorer.Result{StageAsked: settled}}, 1000, false, []string{"asked 1000", "settles 64"}},
		"the same with few runs":         {script{stages: map[Stage][]*explorer.Result{StageAsked: settled}}, 100, false, []string{"asked 100"}},
		"an exploration that carries on": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}}, 1000, true,
			[]string{"asked 1000", "first of 3", "plain of 3", "shrink 3", "record 3 first=false"},
		},
		"a test that fails, carried on": {script{stages: map[Stage][]*explorer.Result{StageAsked: broken()}}, 1000, true, []string{"asked 1000", "compare"}},
	} {
		var from explorer.Checkpoints
		if c.resumes {
			from = explorer.Checkpoints{}
		}
		if _, err := Explore(context.Background(), &c.machine, from, explorer.Options{Runs: c.runs}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(c.machine.asked, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, c.machine.asked, c.want)
		}
	}
}

// TestInterrupted: what was found by then is recorded with the schedule that it has, and nothing else follows.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	m := &script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}, stop: stop}
	list, err := Explore(ctx, m, nil, explorer.Options{Runs: 1000})
	if want := []string{"asked 1000", "first of 3", "plain of 3", "record 3 first=false"}; err != nil || !slices.Equal(m.asked, want) {
		t.Errorf("got %q, %v, want %q", m.asked, err, want)
	}
	if len(list) != 1 || list[0].Endings[0].Seen == nil {
		t.Errorf("the ending is not recorded: %+v", list)
	}
}

// TestStageOptions: each run of a further stage has a process, and the stage a share of the time.
func TestStageOptions(t *testing.T) {
	m := &script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}}
	if _, err := Explore(context.Background(), m, nil, explorer.Options{Runs: 1000, Time: time.Hour, Served: time.Minute}); err != nil {
		t.Fatal(err)
	}
	if opt := m.options[StageAsked]; opt.Isolate != "" || opt.Today {
		t.Errorf("as asked: %+v", opt)
	}
	for stage, why := range map[Stage]boundary.IsolationReason{StageFew: boundary.IsolatedFirst, StageMany: boundary.IsolatedFirst, StageApart: boundary.IsolatedState} {
		if opt := m.options[stage]; opt.Isolate != why || opt.Today || opt.Time > time.Hour || opt.Time < time.Hour/4 || opt.Served > time.Minute || opt.Served < time.Minute/4 {
			t.Errorf("%s: %+v", stage, opt)
		}
	}
}

// TestMostApart: so many runs have a process each, at most, for whatever reason, unless more than the usual number are asked for.
func TestMostApart(t *testing.T) {
	for _, c := range []struct{ asked, want int }{{1, 1}, {150, 150}, {200, 200}, {201, 200}, {1000, 200}, {1001, 1001}, {5000, 5000}} {
		m := &script{}
		if _, err := Explore(context.Background(), m, nil, explorer.Options{Runs: c.asked}); err != nil {
			t.Fatal(err)
		}
		if got := m.options[StageAsked].IsolateMost; got != c.want {
			t.Errorf("of %d runs %d have a process each, want %d", c.asked, got, c.want)
		}
	}
}

// TestAlone: the runs of all stages that had a process each are counted by their reasons.
func TestAlone(t *testing.T) {
	alone := func(why boundary.IsolationReason, runs int, endings ...explorer.Ending) []*explorer.Result {
		list := tested(endings...)
		list[0].Alone = explorer.Isolations{why: {Runs: runs, CPU: time.Duration(runs)}}
		return list
	}
	m := &script{stages: map[Stage][]*explorer.Result{
		StageAsked: tested(stuck(3)), StageFew: alone(boundary.IsolatedFirst, 8), StageMany: alone(boundary.IsolatedFirst, 190), StageApart: alone(boundary.IsolatedState, 150),
	}}
	list, err := Explore(context.Background(), m, nil, explorer.Options{Runs: 1000})
	want := explorer.Isolations{boundary.IsolatedFirst: {Runs: 198, CPU: 198}, boundary.IsolatedState: {Runs: 150, CPU: 150}}
	if err != nil || !maps.Equal(list[0].Alone, want) {
		t.Errorf("%v, %v, want %v", list[0].Alone, err, want)
	}
	if !list[0].Capped {
		t.Error("a thousand runs were asked for, and 200 made: the result does not say so")
	}
}

// TestApartKeeps: a run with a process of its own takes the place of an ending that did not happen again, and not of one that did.
func TestApartKeeps(t *testing.T) {
	again, lost := stuck(3), stuck(4)
	again.Seen, lost.Seen = &explorer.Repetition{Again: true}, &explorer.Repetition{}
	list := keepRepeated(tested(stuck(9)), tested(again, lost))
	var runs []int
	for _, e := range list[0].Endings {
		runs = append(runs, e.Run)
	}
	if want := []int{9, 3}; !slices.Equal(runs, want) {
		t.Errorf("endings of the runs %v, want %v", runs, want)
	}
}

// TestForce: runs in processes of their own follow when a deadlock needed the runs before.
func TestForce(t *testing.T) {
	met := stuck(3)
	met.ForcedStep = 5
	for name, c := range map[string]struct {
		machine script
		want    []string
		why     string
	}{
		"it happens again": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(met)}, again: true},
			[]string{"asked 100", "shrink 3", "record 3 first=true"}, "",
		},
		"it does not": {
			script{stages: map[Stage][]*explorer.Result{StageAsked: tested(met)}},
			[]string{"asked 100", "shrink 3", "record 3 first=true", "apart 20"}, "its goroutines wait for each other only after other runs in one process",
		},
		"another deadlock":  {script{stages: map[Stage][]*explorer.Result{StageAsked: tested(stuck(3))}}, []string{"asked 100"}, ""},
		"a test that fails": {script{stages: map[Stage][]*explorer.Result{StageAsked: broken()}}, []string{"asked 100"}, "the test fails under the base schedule"},
	} {
		f, err := Force(context.Background(), &c.machine, explorer.Options{Runs: 100})
		if err != nil || f.Why != c.why || !slices.Equal(c.machine.asked, c.want) {
			t.Errorf("%s: %+v, %v\n got %q\nwant %q", name, f, err, c.machine.asked, c.want)
		}
	}
}

// TestRecordBases: a base schedule with goroutines that ended well is recorded, and nothing else.
func TestRecordBases(t *testing.T) {
	well := explorer.Ending{Run: boundary.Base, End: boundary.Done, Goroutines: 2}
	alone, bad := well, well
	alone.Goroutines, bad.Failed = 1, true
	for _, c := range []struct {
		list []*explorer.Result
		want int
	}{{tested(well), 1}, {tested(alone), 0}, {tested(bad), 0}, {tested(stuck(3)), 0}} {
		m := &script{}
		if err := RecordBases(context.Background(), m, c.list); err != nil || len(m.asked) != c.want {
			t.Errorf("%+v: %q, %v", c.list[0].Endings, m.asked, err)
		}
	}
}

// fresh is an ending as the first run of a process.
func fresh(e explorer.Ending) explorer.Ending {
	e.Fresh = true
	return e
}

func each(format string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(format, i+1))
	}
	return list
}

func pairs(first, second string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(first, i+1), fmt.Sprintf(second, i+1))
	}
	return list
}
