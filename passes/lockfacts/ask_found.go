package lockfacts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Who looks for an object asks by a variable whether it was found, which is nil otherwise:
//
//	var found *conn
//	for _, c := range p.conns {
//		if c.tryLock() {
//			found = c
//			break
//		}
//	}
//	if found == nil {
//		return
//	}

// isElement reports whether a value is read from an element or a field.
func isElement(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch load.X.(type) {
	case *ssa.IndexAddr, *ssa.FieldAddr:
		return true
	}
	return false
}
