package explorer

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func randomSchedule(r *rand.Rand) *Schedule {
	s := &Schedule{Package: "example.com/a b", Test: "TestX", Dir: "a/b", Go: "go1.26.8", Build: []string{"-tags=x y"}, Prefix: [][]string{nil, {"env", "MINE=a b"}}[r.IntN(2)], Seal: []string{"", "0\"1"}[r.IntN(2)], Args: []string{"-test.run=^TestX$/two three", "-test.short"}, Run: r.IntN(100) - 1, Seed: r.Uint64(), Fresh: r.IntN(2) == 0, Behind: r.IntN(2) == 0, Now: r.Int64(), Sites: []string{"", "r1f,w2;wabc"}[r.IntN(2)]}
	for range r.IntN(50) {
		st := Step{Goroutine: r.IntN(5), Op: trace.Op(r.IntN(20)), Enabled: r.IntN(256), Object: r.Uint32N(9)}
		if r.IntN(5) == 0 {
			st = Step{Goroutine: 0xffff, Op: opFires, Enabled: r.IntN(256), Object: r.Uint32N(100_001)}
		}
		for range 1 + r.IntN(3) {
			s.Steps = append(s.Steps, st)
		}
	}
	if s.Early = firedEarly(s.Steps); len(s.Early) > 0 {
		s.Early[0].Pos = "a b/c_test.go:7"
	}
	return s
}

// Both forms of a schedule are read as they were written.
func TestScheduleRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		s := randomSchedule(r)
		got, err := ParseSchedule(s.Format())
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Fatalf("%v\nwrote %+v\nread  %+v\n%s", err, s, got, s.Format())
		}
		if steps := ParseTrail(s.Trail()).Steps; !reflect.DeepEqual(steps, s.Steps) {
			t.Fatalf("wrote %v\nread  %v", s.Steps, steps)
		}
	}
}

// A run that reaches the limit of steps has more choices than steps, and can be kept.
func TestScheduleOfLongRun(t *testing.T) {
	s := &Schedule{Package: "p", Test: "TestX", Steps: slices.Repeat([]Step{{Goroutine: 1, Enabled: 2}}, MaxChoices)}
	if got, err := ParseSchedule(s.Format()); err != nil || len(got.Steps) != MaxChoices {
		t.Error(err)
	}
	s.Steps = append(s.Steps, Step{})
	if _, err := ParseSchedule(s.Format()); err == nil {
		t.Error("a schedule beyond the limit is read")
	}
}

// A schedule that is damaged is refused.
func TestScheduleDamaged(t *testing.T) {
	const head = scheduleMagic + "\npackage \"p\"\ntest \"TestX\"\n"
	for _, text := range []string{
		"", "deadlocklint", scheduleMagic + "\n", scheduleMagic + "\npackage \"p\"\n",
		head + "run x\n", head + "package p\n", head + "seed -1\n", head + "steps\ng1 lock\n", head + "steps\ng1 fly o1 of 2\n",
		head + "steps\ng-1 lock o1 of 2\n", head + "steps\ng70000 lock o1 of 2\n", head + "steps\ng1 lock o1 of 2 x0\n",
		head + "steps\nclock fires soon of 2\n", head + "steps\nclock fires -1ms of 2\n", head + "steps\nclock fires 2h of 2\n", head + "steps\nclock lock o1 of 2\n",
		head + "steps\ng65535 fires o1 of 2\n", head + "sites \"PATH=x\"\n", head + "early 10ms\n", head + "early soon \"p:1\"\n", head + "early 10ms \"\\x1b[31m\"\n", head + "steps\ng1 lock o1 of 2 x9999999999\n",
	} {
		if s, err := ParseSchedule([]byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
	if _, err := ParseSchedule([]byte(head)); err != nil {
		t.Error(err)
	}
}

// The end of a file that was cut, or that says more than it has, is left out.
func TestTrailCut(t *testing.T) {
	b := (&Schedule{Steps: []Step{{Goroutine: 1}, {Goroutine: 2}}}).Trail()
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

func FuzzParseSchedule(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		f.Add(randomSchedule(r).Format())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseSchedule(b)
		if err != nil {
			return
		}
		again, err := ParseSchedule(s.Format())
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%v\n%+v\n%+v", err, s, again)
		}
	})
}

func FuzzParseTrail(f *testing.F) {
	f.Add((&Schedule{Steps: []Step{{Goroutine: 1, Op: trace.OpLock, Enabled: 2, Object: 3}}}).Trail())
	f.Fuzz(func(t *testing.T, b []byte) { ParseTrail(b) })
}
