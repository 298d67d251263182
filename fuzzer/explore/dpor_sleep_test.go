package explore

import (
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/dpor"
)

// branchingCode is a random program of three threads, whose values decide what comes next.
func branchingCode(r *rand.Rand) code {
	p := make(code, 3)
	for i := range p {
		n := 3 + r.IntN(3)
		for k := range n {
			o := instruction{kind: "SRP>="[r.IntN(5)], object: 1 + r.IntN(2), value: r.IntN(2)}
			if o.kind == ifGreater || o.kind == ifOther {
				o.to = k + 1 + r.IntN(n-k)
			}
			p[i] = append(p[i], o)
		}
	}
	return p
}

// TestDPORSleeps: wakeup trees would leave out the runs that sleep. These are few where the steps are
// the same in all runs, and where values decide which steps there are.
func TestDPORSleeps(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	const most, programs = 2000, 100
	plain, branching := [2]int{}, [2]int{}
	for range programs {
		p, s := stepperProgram(r, "LRTlsaDW><SCwny", 7), New(config.Config{Strategy: "dpor"}).(*dpor.DPOR)
		for more := true; more && s.Resume().Runs < most; {
			_, more = p.observed(s, s.Resume().Runs)
		}
		plain[0], plain[1] = plain[0]+s.Resume().Runs, plain[1]+s.Blocked()
	}
	for range programs {
		p, s := branchingCode(r), New(config.Config{Strategy: "dpor"}).(*dpor.DPOR)
		for more := true; more && s.Resume().Runs < most; {
			_, more = p.run(s, s.Resume().Runs)
		}
		branching[0], branching[1] = branching[0]+s.Resume().Runs, branching[1]+s.Blocked()
	}
	t.Logf("steps that are the same: %d of %d runs sleep; with branches: %d of %d", plain[1], plain[0], branching[1], branching[0])
	for name, n := range map[string][2]int{"steps": plain, "branches": branching} {
		if n[0] < 5000 || n[1]*50 > n[0] {
			t.Errorf("%s: %d of %d runs sleep, want at most 2 %% of 5000 at least", name, n[1], n[0])
		}
	}
}
