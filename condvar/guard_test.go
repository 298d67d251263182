package condvar

import "testing"

// TestDisagreement: a condition says that the Wait is reached, or that it is not, and the
// goroutine does the other thing. Then the condition is not known.
func TestDisagreement(t *testing.T) {
	const op = 7
	for _, c := range []struct{ holds, reaches, left, wrong bool }{
		{holds: true, reaches: true},
		{},
		{holds: true, wrong: true},
		{reaches: true, wrong: true},
		{reaches: true, left: true, wrong: true}, // the loop was over, as far as the condition says
		{left: true},
	} {
		r := &guardedRegion{id: 3, site: &Site{Op: "wait", OpID: op, Kind: SiteLoop}, stmt: &Stmt{Op: Loop}, now: c.holds, value: c.holds, cond: -1}
		m := &pendingOperation{regions: []*guardedRegion{r}}
		b := &builder{}
		if c.left {
			b.leaveLoop(m, r)
		}
		if c.reaches {
			m.reaches(op)
		}
		b.leave(m, r.id)
		if r.stmt.wrong != c.wrong {
			t.Errorf("%+v: the condition is wrong: %v", c, r.stmt.wrong)
		}
	}
}
