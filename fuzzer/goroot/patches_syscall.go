package goroot

import (
	"bytes"
	"fmt"
	"go/ast"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// A goroutine that returns from a system call asks whether it still holds the token of an
// exploration: another one may have been given it. It asks where the runtime has let it go
// on in every respect, since it may have to wait.

// patchSyscalls hooks the functions through which Linux makes system calls.
func patchSyscalls(s *splicer) {
	for name, flags := range map[string]string{"Syscall": "0", "Syscall6": "a4"} {
		s.replace("", name, "runtime_exitsyscall()", "runtime_exitsyscall(); dlBack(); dlCalled(trap, a1, a2, a3, "+flags+")", 1)
	}
	s.prologue("", "RawSyscall", "dlRaw(trap, a2, a3)")
}

// patchCgo hooks calls of C, and callbacks from C.
func patchCgo(s *splicer) {
	unseen("cgocallbackg1", boundary.Callbacks)(s)
	s.replace("", "cgocall", "exitsyscall()", fmt.Sprintf("exitsyscall(); dlXBack(); if dlMode != 0 && fn != _cgo_notify_runtime_init_done { dlUnseen(%d) }", boundary.CCode), 1)
	s.before("", "cgocallbackg", starts("cgocallbackg1(", "dlXBack()"), 1)
}

// patchLibc hooks the functions through which macOS makes system calls.
func patchLibc(s *splicer) {
	const returns = "exitsyscall()"
	for _, d := range s.file.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if ok && bytes.Contains(s.src[s.offset(fd.Pos()):s.offset(fd.End())], []byte(returns)) {
			s.replace("", fd.Name.Name, returns, returns+"; dlXBack()", -1)
		}
	}
}
