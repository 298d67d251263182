package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A function that fails gives up what it has made:
//
//	s := &Store{}
//	s.mu.Lock()
//	if err := s.load(); err != nil {
//		return nil, err
//	}
//
// A lock in such an object is nobody's business any more, since nobody else has had the object.

// lost returns the held locks of new objects that nobody knows behind a return.
func (w *walker) lost(in *ssa.Return, held []Held) []string {
	var list []string
	for _, h := range held {
		if w.pkg.isFresh(w.fn, h.Lock, in) && returnsNone(in) {
			list = append(list, h.Lock.String())
		}
	}
	return list
}

// returnsNone reports whether a function returns no object but an error.
func returnsNone(in *ssa.Return) bool {
	for _, v := range in.Results {
		v = lastStored(v)
		_, wraps := v.(*ssa.MakeInterface)
		if _, isConst := v.(*ssa.Const); !isConst && (wraps || !types.Identical(v.Type(), types.Universe.Lookup("error").Type())) {
			return false
		}
	}
	return true
}
