package explore

import (
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
)

// TestDPORGivesUp: a search with a limit visits what it visits without one, or claims nothing. It takes no more work than
// its limit, and of those that fit into it most come to their end. Carried on in other processes it is the same.
func TestDPORGivesUp(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 47))
	const most, programs, whole = 160, 200, 200
	ends, fits, early, spared := 0, 0, 0, 0
	for range programs {
		p := stepperProgram(r, "LRTlsaDW><SCwny", 12)
		free := New(config.Config{Strategy: "dpor"}).(*dpor.DPOR)
		for more := true; more && free.Resume().Runs < whole; {
			_, more = p.observed(free, free.Resume().Runs)
		}
		s, more := New(config.Config{Strategy: "dpor", Settings: dpor.Settings{Most: most}}).(*dpor.DPOR), true
		again := r.IntN(4) == 0
		for more {
			_, more = p.observed(s, s.Resume().Runs)
			if again && more {
				c, complaint := Parse(s.Resume().String())
				if complaint != "" {
					t.Fatal(complaint)
				}
				s = New(c).(*dpor.DPOR)
			}
		}
		switch small := free.Complete() && free.Resume().Runs <= most; {
		case s.Resume().Runs > most:
			t.Fatalf("%d runs within %d\n%s", s.Resume().Runs, most, p)
		case s.Complete() && (!free.Complete() || s.Resume().Runs != free.Resume().Runs):
			t.Fatalf("complete after %d runs, and there are %d\n%s", s.Resume().Runs, free.Resume().Runs, p)
		case small && s.Complete():
			ends, fits = ends+1, fits+1
		case small:
			fits++
		case s.Resume().Runs < most/2:
			early++
			spared += most - s.Resume().Runs
		}
	}
	t.Logf("%d of %d that fit end; of %d others %d are left early, which spares %d runs", ends, fits, programs-fits, early, spared)
	if fits < 50 || ends < fits*9/10 || early < 10 {
		t.Errorf("%d of %d that fit end, and %d others are left early", ends, fits, early)
	}
}
