package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A result that a deferred literal asks for is assigned to, and tested in the same statement:
//
//	defer func() {
//		if err != nil {
//			tx.Rollback()
//		}
//	}()
//	if err = f(tx); err != nil {
//		return err
//	}
//
// The test is one of the value that was assigned, and one of the variable. Only what is assigned to variables of
// interface types is followed (see store).

// cellTested is the access path of the captured variable that a condition compares with nil right behind an assignment, or "".
func (w *walker) cellTested(cond ssa.Value) string {
	test, ok := cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ || !syncop.IsNil(test.Y) {
		return ""
	}
	load, ok := test.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ""
	}
	if cell, ok := load.X.(*ssa.Alloc); ok && cell.Heap && types.IsInterface(load.Type()) && justStored(load) != nil && !syncop.StoredElsewhere(cell) {
		return w.frame.AccessPath(cell).String() + "->"
	}
	return ""
}
