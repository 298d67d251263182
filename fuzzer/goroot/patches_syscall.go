package goroot

import (
	"bytes"
	"go/ast"
)

// A goroutine that returns from a system call asks whether it still holds the token of an
// exploration: another one may have been given it. It asks where the runtime has let it go
// on in every respect, since it may have to wait.

// patchSyscalls hooks the functions through which Linux makes system calls.
func patchSyscalls(s *splicer) {
	for _, name := range []string{"Syscall", "Syscall6"} {
		s.replace("", name, "runtime_exitsyscall()", "runtime_exitsyscall(); dlBack()", 1)
	}
}

// patchCgo hooks calls of C, and callbacks from C.
func patchCgo(s *splicer) {
	unseen("cgocallbackg1", unseenC, "callbacks from C")(s)
	s.replace("", "cgocall", "exitsyscall()", "exitsyscall(); dlXBack()", 1)
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
