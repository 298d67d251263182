package goroot

import (
	"go/ast"
	"strings"
)

// mapMark is the mark of a map that a write to it has begun.
const mapMark = "m.writing ^= 1 // toggle, see comment on writing"

// patchMapOperations lets the operations of maps that the compiler calls tell of themselves
// where the race detector would. They have other names in other releases, but begin alike.
func patchMapOperations(s *splicer) {
	for _, d := range s.file.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Body == nil {
			continue
		}
		switch {
		case strings.HasPrefix(fd.Name.Name, "runtime_mapaccess"):
			s.insert(fd.Body.Lbrace+1, " if DlOn { dlAccess(unsafe.Pointer(m), true, sys.GetCallerPC()) }; ")
		case strings.HasPrefix(fd.Name.Name, "runtime_mapdelete"): // the rest is in Map.Delete
			s.insert(fd.Body.Lbrace+1, " if DlOn { dlAccess(unsafe.Pointer(m), false, sys.GetCallerPC()) }; ")
		case strings.HasPrefix(fd.Name.Name, "runtime_mapassign"):
			s.insert(fd.Body.Lbrace+1, " if DlOn { dlAccess(unsafe.Pointer(m), false, sys.GetCallerPC()) }; ")
			s.insideMap("", fd.Name.Name)
		}
	}
}

// patchMapCalls does so for those that package runtime has.
func patchMapCalls(s *splicer) {
	const call = "if maps.DlOn { dlMapAccess(unsafe.Pointer(m), %s, sys.GetCallerPC()) }"
	for name, read := range map[string]string{"mapdelete": "false", "mapclear": "false", "mapIterStart": "true"} {
		if s.fn("", name) != nil {
			s.prologue("", name, strings.Replace(call, "%s", read, 1))
		}
	}
}

// insideMap calls dlInside after the mark that a write has begun, in a method or function.
func (s *splicer) insideMap(recv, name string) {
	s.replace(recv, name, mapMark, "m.writing ^= 1; if DlOn { dlInside() }", 1)
}
