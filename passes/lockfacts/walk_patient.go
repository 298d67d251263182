package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// onlyContexts reports whether all cases of a select but one wait for the end of
// contexts that the function was given. A context that it made itself ends in time.
func onlyContexts(sel *ssa.Select, except int) bool {
	for i, st := range sel.States {
		if i != except && (st.Dir != types.RecvOnly || !isGivenContext(st.Chan)) {
			return false
		}
	}
	return true
}

// isGivenContext reports whether a channel is that of a context which is a
// parameter.
func isGivenContext(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || syncop.ObjectKey(call.Call.Method) != "(context.Context).Done" {
		return false
	}
	_, ok = call.Call.Value.(*ssa.Parameter)
	return ok
}
