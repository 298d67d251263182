package interleaving

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Of most conditions nothing is known: a finding has to come whichever way they go. Two kinds come out either way, in
// each state of the program, and so each way counts for itself:
//
//   - whether the call of a function of another package has failed. Only the first call of each function on a path counts, since
//     the next one may fail for the same reason.
//   - whether a context has ended that another package gave the function, or that ends by the clock.

// neverFail are functions with an error as result that is always nil.
var neverFail = map[string]bool{
	"(*bytes.Buffer).Write": true, "(*bytes.Buffer).WriteString": true, "(*bytes.Buffer).WriteByte": true, "(*bytes.Buffer).WriteRune": true,
	"(*strings.Builder).Write": true, "(*strings.Builder).WriteString": true, "(*strings.Builder).WriteByte": true, "(*strings.Builder).WriteRune": true,
	"crypto/rand.Read": true, "math/rand.Read": true, "fmt.Errorf": true, "errors.New": true, "errors.Join": true, "errors.Unwrap": true,
	"context.Cause": true, // it is nil only as long as the context goes on
}

// mayFail notes the error that a call of a function that is not followed returns.
func (f *frame) mayFail(c *ssa.CallCommon, result value) {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg == f.slice.fn.Pkg {
		return
	}
	key, results := syncop.Key(fn), fn.Signature.Results()
	if n := results.Len(); n == 0 || neverFail[key] || f.called[key] || !types.Identical(results.At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return
	}
	f.called[key] = true
	if onlyConstants(c.Args) {
		return // strconv.Atoi("12")
	}
	if list, ok := result.(tuple); ok {
		result = list[len(list)-1]
	}
	if err, ok := result.(unknown); ok {
		f.either[err.id] = true
	}
}

// onlyConstants reports whether a call has arguments, and none that may differ in another run.
func onlyConstants(args []ssa.Value) bool {
	return len(args) > 0 && !slices.ContainsFunc(args, func(v ssa.Value) bool { _, ok := v.(*ssa.Const); return !ok })
}

// asks notes that a condition asks whether an error is nil that either is or is not.
func (f *frame) asks(condition int, x, y value) {
	for _, pair := range [][2]value{{x, y}, {y, x}} {
		err, ok := pair[0].(unknown)
		if _, isNil := pair[1].(null); ok && isNil && f.either[err.id] {
			f.either[condition] = true
		}
	}
}

// ended reports whether a call gives the channel that tells of the end of a context that may come at any time.
func (f *frame) ended(c *ssa.CallCommon) bool {
	if !c.IsInvoke() || c.Method.FullName() != "(context.Context).Done" {
		return false
	}
	switch ctx := c.Value.(type) {
	case *ssa.Parameter:
		return f.depth == 0 && f.th.parent < 0 && ast.IsExported(ctx.Parent().Name()) // others may only get context.Background()
	case *ssa.Extract:
		call, ok := ctx.Tuple.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil {
			return false
		}
		key := syncop.Key(call.Call.StaticCallee())
		return key == "context.WithTimeout" || key == "context.WithDeadline"
	}
	return false
}
