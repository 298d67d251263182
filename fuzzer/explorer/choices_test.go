package explorer

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func randomSteps(r *rand.Rand) (l Steps) {
	for range r.IntN(50) {
		st := Step{Goroutine: r.IntN(5), Op: trace.Op(r.IntN(20)), Enabled: r.IntN(256), Object: r.Uint32N(9)}
		if r.IntN(5) == 0 {
			st = Step{Goroutine: 0xffff, Op: opFires, Enabled: r.IntN(256), Object: r.Uint32N(100_001)}
		}
		for range 1 + r.IntN(3) {
			l = append(l, st)
		}
	}
	return l
}

// Both forms of choices are read as they were written.
func TestStepsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		l := randomSteps(r)
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		var got Steps
		if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got, l) {
			t.Fatalf("%v\nwrote %+v\nread  %+v\n%s", err, l, got, text)
		}
		if steps := ParseTrail(l.Trail()).Steps; !slices.Equal(steps, l) {
			t.Fatalf("wrote %v\nread  %v", l, steps)
		}
	}
}

// A run that reaches the limit of steps has more choices than steps, and can be kept.
func TestStepsOfLongRun(t *testing.T) {
	l := Steps(slices.Repeat([]Step{{Goroutine: 1, Enabled: 2}}, MaxChoices))
	var got Steps
	if text, err := json.Marshal(l); err != nil || json.Unmarshal(text, &got) != nil || len(got) != MaxChoices {
		t.Errorf("%d choices, %v", len(got), err)
	}
	if text, err := json.Marshal(append(l, Step{})); err != nil || json.Unmarshal(text, &got) == nil {
		t.Errorf("choices beyond the limit are read, %v", err)
	}
}

// A line that is damaged is refused.
func TestStepsDamaged(t *testing.T) {
	for _, line := range []string{
		"", "g1 lock", "g1 fly o1 of 2", "g-1 lock o1 of 2", "g70000 lock o1 of 2", "g1 lock o1 of 2 x0", "g1 lock o1 of 2 x9999999999",
		"clock fires soon of 2", "clock fires -1ms of 2", "clock fires 2h of 2", "clock lock o1 of 2", "g65535 fires o1 of 2",
	} {
		var l Steps
		if err := l.add(line); err == nil {
			t.Errorf("%q is read as %+v", line, l)
		}
	}
	if err := new(Steps).UnmarshalJSON([]byte(`"g1 lock o1 of 2"`)); err == nil {
		t.Error("what is no list is read")
	}
}

// Choices that no run has made are refused.
func TestChoicesChecked(t *testing.T) {
	for _, c := range []Choices{
		{}, {Test: "T", Sites: "PATH=x"}, {Test: "T", Early: []record.EarlyTimer{{After: -1}}}, {Test: "T", Early: []record.EarlyTimer{{Stall: -1}}},
		{Test: "T", Early: []record.EarlyTimer{{Pos: "\x1b[31m"}}},
	} {
		if c.Check() == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	good := Choices{Test: "T", Sites: "r1f,w2;wabc", Early: []record.EarlyTimer{{After: 1, Stall: 2, Pos: "a b/c_test.go:7"}}}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}

// The end of a file that was cut, or that says more than it has, is left out.
func TestTrailCut(t *testing.T) {
	b := Steps{{Goroutine: 1}, {Goroutine: 2}}.Trail()
	if n := len(ParseTrail(b[:len(b)-1]).Steps); n != 1 {
		t.Errorf("%d steps of a cut file", n)
	}
	binary.LittleEndian.PutUint64(b[16:], 1<<63)
	if n := len(ParseTrail(b).Steps); n != 2 {
		t.Errorf("%d steps of a file that says it has more", n)
	}
	if n := len(ParseTrail(b[:boundary.Size[boundary.TrailHead]()-1]).Steps); n != 0 {
		t.Errorf("%d steps without a head", n)
	}
}

func FuzzParseTrail(f *testing.F) {
	f.Add(Steps{{Goroutine: 1, Op: trace.OpLock, Enabled: 2, Object: 3}}.Trail())
	f.Fuzz(func(t *testing.T, b []byte) { ParseTrail(b) })
}
