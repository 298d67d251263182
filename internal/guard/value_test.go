package guard_test

import (
	"go/constant"
	"math/rand/v2"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/guard"
)

// holds evaluates a test of a number.
func holds(t guard.Test, n int64) bool {
	k, _ := constant.Int64Val(t.Const)
	switch t.Kind {
	case guard.Equal:
		return n == k
	case guard.Greater:
		return n > k
	}
	return n&k != 0
}

func randomTest(r *rand.Rand) guard.Test {
	kind := []guard.Kind{guard.Equal, guard.Greater, guard.Bits}[r.IntN(3)]
	return guard.Test{Kind: kind, Const: constant.MakeInt64(int64(r.IntN(13) - 4))}
}

// A fact is a test of a number, and how it came out.
type fact struct {
	guard.Test
	yes bool
}

// answers are the answers that a test has among the numbers for which the facts hold.
func answers(facts []fact, t guard.Test) (can map[bool]bool) {
	can = map[bool]bool{}
	for n := int64(-64); n < 64; n++ {
		fits := true
		for _, f := range facts {
			fits = fits && holds(f.Test, n) == f.yes
		}
		if fits {
			can[holds(t, n)] = true
		}
	}
	return can
}

// What Ask says is so for all numbers that fit what was assumed; after one assumption it says all that
// follows, and after more most of it.
func TestAskAgainstNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	said, follows := 0, 0
	for range 8000 {
		var facts []fact
		v := guard.Value{}
		for range 1 + r.IntN(3) {
			f := fact{randomTest(r), r.IntN(2) == 0}
			if len(answers(facts, f.Test)) == 2 {
				facts, v = append(facts, f), v.Assume(f.Test, f.yes)
			}
		}
		if len(facts) == 0 {
			continue
		}
		q := randomTest(r)
		can := answers(facts, q)
		yes, known := v.Ask(q)
		switch {
		case known && can[!yes]:
			t.Fatalf("%v: %v is %t, but need not be", facts, q, yes)
		case !known && len(can) == 1 && len(facts) == 1:
			t.Fatalf("%v: %v is not known", facts, q)
		case len(can) == 1:
			follows++
			if known {
				said++
			}
		}
	}
	if said*10 < follows*9 {
		t.Errorf("%d of %d answers that follow are known", said, follows)
	}
	t.Logf("%d of %d answers that follow are known", said, follows)
}
