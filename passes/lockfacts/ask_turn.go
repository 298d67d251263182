package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The first turn of a loop that counts upwards is known by its number:
//
//	q.mu.Lock()
//	n := len(q.items)
//	if n == 0 { q.mu.Unlock(); return }
//	for i := 0; i < n; i++ { if i > 0 { q.mu.Lock() }; …; q.mu.Unlock() }

// beginsAtAll is the condition that a loop has nothing to count, when a test asks before its first turn whether
// that comes: where the function has asked for it before (if n == 0 { return }), the answer is known. The loop begins with 0.
func (w *walker) beginsAtAll(test ssa.Value, s *state) (c Condition, ok bool) {
	phi, none, ok := w.countsTo(test)
	if !ok {
		return Condition{}, false
	}
	first, known := s.know(Condition{Kind: CondEqual, Path: w.name(phi), Const: none.Const})
	return none, known && first
}

// countsTo splits the test of a loop that counts from 0: its variable, and the condition that what it counts to is 0.
func (w *walker) countsTo(test ssa.Value) (phi *ssa.Phi, none Condition, ok bool) {
	v, ok := test.(*ssa.BinOp)
	if !ok || v.Op != token.LSS {
		return nil, Condition{}, false
	}
	phi, ok = v.X.(*ssa.Phi)
	if !ok {
		return nil, Condition{}, false
	}
	for _, e := range phi.Edges {
		k, isConst := e.(*ssa.Const)
		if isConst && isZero(k) {
			none = Condition{Kind: CondEqual, Path: w.name(v.Y), Const: syncop.ConstName(k)}
		} else if !counts(phi, e) {
			return nil, Condition{}, false
		}
	}
	return phi, none, none.Path != ""
}
