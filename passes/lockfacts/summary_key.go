package lockfacts

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// key is syncop.Key, which is dear, for functions that are called in many places.
func (a *analyzer) key(fn *ssa.Function) string {
	key, ok := a.keys[fn]
	if !ok {
		key = syncop.Key(fn)
		a.keys[fn] = key
	}
	return key
}
