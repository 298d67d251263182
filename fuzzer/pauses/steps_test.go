package pauses

import "testing"

// TestSteps: a goroutine stops at its n-th time at a place, and only there.
func TestSteps(t *testing.T) {
	p := Plan{NSteps: 3}
	p.Steps[0] = Step{G: thread1, Site: outer, N: 2}
	p.Steps[1] = Step{G: thread2, Site: outer, N: 1}
	p.Steps[2] = Step{Site: inner, N: 1}
	var passed [MaxSteps]uint64
	add := func(i int) uint64 { passed[i]++; return passed[i] }
	for i, c := range []struct {
		g, site uint64
		want    int
	}{
		{thread1, outer, 0}, // its first time
		{thread1, outer, 1},
		{thread1, outer, 0}, // its third time
		{thread3, outer, 0},
		{thread2, outer, 2},
		{thread3, inner, 3}, // any goroutine
		{thread1, inner, 0},
	} {
		if got := p.Stops(c.g, c.site, add); got != c.want {
			t.Errorf("visit %d: stops at %d, want %d", i, got, c.want)
		}
	}
}

// TestChoices: a goroutine takes the alternative of its n-th visit, and any at the others.
func TestChoices(t *testing.T) {
	p := Plan{NChoices: 2}
	p.Choices[0] = Choice{G: thread1, Site: outer, N: 2, Case: 3}
	p.Choices[1] = Choice{Site: inner, N: 1, Case: 1}
	var passed [MaxChoices]uint64
	add := func(i int) uint64 { passed[i]++; return passed[i] }
	for i, c := range []struct {
		g, site uint64
		want    uint32
	}{
		{thread1, outer, 0},
		{thread2, outer, 0}, // another goroutine does not count
		{thread1, outer, 3},
		{thread1, outer, 0},
		{thread3, inner, 1},
		{thread1, inner, 0},
	} {
		if got := p.Chooses(c.g, c.site, add); got != c.want {
			t.Errorf("visit %d: alternative %d, want %d", i, got, c.want)
		}
	}
}

// TestStepsRoundTrip: what is written is read again.
func TestStepsRoundTrip(t *testing.T) {
	p := Plan{Abstraction: 2, NSteps: 2, NCore: 3, NChoices: 1}
	p.Steps[0] = Step{G: 1, Site: 0xabcd, N: 7}
	p.Steps[1] = Step{Site: 3, N: 1}
	p.Choices[0] = Choice{G: 9, Site: 8, N: 2, Case: 17}
	p.Core = [MaxCore]uint64{5, 6, 0xffffffffffffffff}
	var got Plan
	if !Parse(p.Format(), &got) || got != p {
		t.Errorf("%s is read as\n%s", p.Format(), got.Format())
	}
}

// TestTooManySteps: a plan that does not fit is refused.
func TestTooManySteps(t *testing.T) {
	text := []byte(Header)
	for range MaxSteps + 1 {
		text = append(text, "step g=1 site=2 n=1\n"...)
	}
	if Parse(text, &Plan{}) {
		t.Error("it was read")
	}
}
