package explore

import (
	"math/rand/v2"
	"testing"
)

// TestDPORGivesUp: a search with a limit visits what it visits without one, or claims nothing. It takes no more work than
// its limit, and of those that fit into it most come to their end. Carried on in other processes it is the same.
func TestDPORGivesUp(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 47))
	const most, programs, whole = 160, 200, 200
	ends, fits, early, spared := 0, 0, 0, 0
	for range programs {
		p := stepperProgram(r, "LRTlsaDW><SCwny", 12)
		free := New(Config{Strategy: "dpor"}).(*dpor)
		for more := true; more && free.runs < whole; {
			_, more = p.observed(free, free.runs)
		}
		s, more := New(Config{Strategy: "dpor", Settings: DPOR{Most: most}}).(*dpor), true
		again := r.IntN(4) == 0
		for more {
			_, more = p.observed(s, s.runs)
			if again && more {
				c, complaint := Parse(s.Resume().String())
				if complaint != "" {
					t.Fatal(complaint)
				}
				s = New(c).(*dpor)
			}
		}
		switch small := free.Complete() && free.runs <= most; {
		case s.runs > most:
			t.Fatalf("%d runs within %d\n%s", s.runs, most, p)
		case s.Complete() && (!free.Complete() || s.runs != free.runs):
			t.Fatalf("complete after %d runs, and there are %d\n%s", s.runs, free.runs, p)
		case small && s.Complete():
			ends, fits = ends+1, fits+1
		case small:
			fits++
		case s.runs < most/2:
			early++
			spared += most - s.runs
		}
	}
	t.Logf("%d of %d that fit end; of %d others %d are left early, which spares %d runs", ends, fits, programs-fits, early, spared)
	if fits < 50 || ends < fits*9/10 || early < 10 {
		t.Errorf("%d of %d that fit end, and %d others are left early", ends, fits, early)
	}
}
