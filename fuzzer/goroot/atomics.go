package goroot

import (
	"errors"
	"fmt"
	"go/ast"
	"io/fs"
	"path/filepath"
	"strings"
)

// The functions of sync/atomic are declared without bodies, and calls of them
// are replaced by instructions. In a package that is compiled with the flags of
// [Gcflags] they are called; then they have to be functions of Go that
// tell the recorder. With the race detector they stay as they are.
const raceTag = "race"

// atomics returns the files of sync/atomic in which the functions have bodies.
// Nothing else depends on them, so what is missing is only named.
func atomics(tc Toolchain) (files map[string][]byte, missing []string, err error) {
	files = map[string][]byte{}
	bodies := 0
	for _, name := range []string{"sync/atomic/doc.go", "sync/atomic/doc_64.go"} {
		s, err := openSplicer(filepath.Join(tc.Root, "src"), name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the number of functions tells whether they are elsewhere
		}
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read the standard library of %s: %w; reinstall that Go", tc.Version, err)
		}
		original := string(s.src)
		bodies += s.bodies()
		edited := strings.ReplaceAll(string(s.bytes()), "//go:noescape", "//")
		files[name] = []byte(tagged(edited, "!"+raceTag))
		files[strings.Replace(name, "doc", "zz_dl_race", 1)] = []byte(tagged(original, raceTag))
	}
	files["sync/atomic/asm.s"] = []byte("//go:build !" + raceTag + "\n")
	const want = 5*7 + 1 // operations on integers, and LoadPointer
	if bodies != want {
		return nil, []string{fmt.Sprintf("sync/atomic: %d functions, want %d", bodies, want)}, nil
	}
	return files, nil, nil
}

// tagged adds a condition to a file's build constraint, on its line or on that
// of the copyright.
func tagged(text, tag string) string {
	const mark = "//go:build "
	if i := strings.Index(text, "\n"+mark); i >= 0 && i < strings.Index(text, "\npackage ") {
		end := i + 1 + strings.IndexByte(text[i+1:], '\n')
		return text[:i+1] + mark + tag + " && (" + text[i+1+len(mark):end] + ")" + text[end:]
	}
	_, rest, _ := strings.Cut(text, "\n")
	return mark + tag + "\n" + rest
}

// bodies gives every function that it knows a body, and returns how many.
func (s *splicer) bodies() int {
	n := 0
	for _, d := range s.file.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Body != nil || fd.Recv != nil {
			continue
		}
		if body := atomicBody(fd); body != "" {
			s.insert(fd.End(), " "+body)
			n++
		}
	}
	imports := `; import ra "internal/runtime/atomic"`
	if !strings.Contains(string(s.src), `"unsafe"`) {
		imports += `; import "unsafe"`
	}
	s.insert(s.file.Name.End(), imports)
	return n
}

// atomicBody is the body of a function of sync/atomic, or "" for a function that the
// runtime implements.
func atomicBody(fd *ast.FuncDecl) string {
	name := fd.Name.Name
	for _, typ := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		if op, ok := strings.CutSuffix(name, typ); ok {
			raw, kind := rawAtomic(op, typ)
			if raw == "" {
				return ""
			}
			result := ""
			if fd.Type.Results != nil {
				result = fd.Type.Results.List[0].Names[0].Name + " = "
			}
			return fmt.Sprintf("{ if dlMode&dlModeExplore != 0 { dlPoint(unsafe.Pointer(addr), %[6]s)%[5]s }; if dlMode&dlModeRecord == 0 { %[1]s%[2]s; return }; _ = *addr; %[4]sdl := dlBegin(unsafe.Pointer(addr)); %[1]s%[2]s; if dl { dlEnd(unsafe.Pointer(addr), %[3]s) }; return }", result, raw, kind, quickAtomic(op, typ, result, raw), writes(op), comes(op))
		}
	}
	return ""
}

// comes is the kind of an operation that has not been made yet.
func comes(op string) string {
	switch op {
	case "Load":
		return "dlLoad"
	case "Store":
		return "dlStore"
	}
	return "dlUpdate"
}

// writes notes for an exploration that an operation may write.
func writes(op string) string {
	switch op {
	case "Load":
		return ""
	case "Store":
		return "; dlStores(unsafe.Pointer(addr))"
	}
	return "; dlWrites(unsafe.Pointer(addr))"
}

// quickAtomic is the code before the operation proper: a load of a value that this
// goroutine is known to have seen needs no more, and an exchange that finds
// another value than the old one is a load.
func quickAtomic(op, typ, result, raw string) string {
	switch op {
	case "Load":
		return "if w := dlLook(unsafe.Pointer(addr)); w != 0 { if " + result + raw + "; dlSame(unsafe.Pointer(addr), w) { return } }; "
	case "CompareAndSwap":
		load, _ := rawAtomic("Load", typ)
		return "if w := dlLook(unsafe.Pointer(addr)); w != 0 { if " + load + " != old && dlSame(unsafe.Pointer(addr), w) { return } }; "
	}
	return ""
}

// rawAtomic is the operation on addr itself and its kind. A uintptr has 64
// bits wherever programs can be recorded.
func rawAtomic(op, typ string) (raw, kind string) {
	if typ == "Pointer" {
		if op == "Load" {
			return "ra.Loadp(unsafe.Pointer(addr))", "dlLoad"
		}
		return "", ""
	}
	bits, suffix := "64", "64"
	if strings.HasSuffix(typ, "32") {
		bits, suffix = "32", ""
	}
	p := "(*uint" + bits + ")(unsafe.Pointer(addr))"
	word := func(name string) string { return "uint" + bits + "(" + name + ")" }
	result := strings.ToLower(typ) + "("
	switch op {
	case "Load":
		return result + "ra.Load" + suffix + "(" + p + "))", "dlLoad"
	case "Store":
		return "ra.Store" + suffix + "(" + p + ", " + word("val") + ")", "dlStore"
	case "Swap":
		return result + "ra.Xchg" + suffix + "(" + p + ", " + word("new") + "))", "dlUpdate"
	case "CompareAndSwap":
		return "ra.Cas" + suffix + "(" + p + ", " + word("old") + ", " + word("new") + ")", "dlSwapped(swapped)"
	case "Add":
		return result + "ra.Xadd" + suffix + "(" + p + ", int" + bits + "(delta)))", "dlGrow"
	case "And", "Or":
		return result + "ra." + op + bits + "(" + p + ", " + word("mask") + "))", "dlUpdate"
	}
	return "", ""
}

const pointersFile = "runtime/atomic_pointer.go"

// patchPointers hooks the functions of sync/atomic for pointers. The runtime
// implements them because of the write barrier.
func patchPointers(s *splicer) {
	for _, f := range []struct{ name, was, now, call, kind string }{
		{"Store", "sync_atomic_StoreUintptr(", "dlSyncStore(", "(ptr, new)", "dlStore"},
		{"Swap", "sync_atomic_SwapUintptr(", "dlSyncSwap(", "(ptr, new)", "dlUpdate"},
		{"CompareAndSwap", "sync_atomic_CompareAndSwapUintptr(", "dlSyncCas(", "(ptr, old, new)", ""},
	} {
		name := "sync_atomic_" + f.name + "Pointer"
		s.replace("", name, f.was, f.now, 1)
		fd := s.fn("", name)
		if fd == nil {
			continue // missed above
		}
		header := string(s.src[s.offset(fd.Pos()):s.offset(fd.Body.Lbrace)])
		s.rename("", name, "dl"+f.name+"Pointer")
		s.insert(fd.End(), "; "+pointerHook(header, f.name, f.call, f.kind))
	}
}

// pointerHook is the function with that header, around what it was.
func pointerHook(header, name, call, kind string) string {
	raw := "dl" + name + "Pointer" + call
	touch := "dlXWrites"
	if name == "Store" {
		touch = "dlXStores"
	}
	point := "if dlMode&dlModeExplore != 0 { dlXAtomic(unsafe.Pointer(ptr), " + comes(name) + "); " + touch + "(unsafe.Pointer(ptr)) }; "
	condition := "if raceenabled || ptr == nil || dlMode&dlModeRecord == 0 || !dlAtomicBegin(unsafe.Pointer(ptr)) "
	switch name {
	case "Store":
		return header + "{ " + point + condition + "{ " + raw + "; return }; " + raw + "; dlAtomicEnd(unsafe.Pointer(ptr), " + kind + ") }"
	case "Swap":
		return header + "{ " + point + condition + "{ return " + raw + " }; old := " + raw + "; dlAtomicEnd(unsafe.Pointer(ptr), " + kind + "); return old }"
	}
	return header + "{ " + point + condition + "{ return " + raw + " }; ok := " + raw + "; dlAtomicEnd(unsafe.Pointer(ptr), dlSwapped(ok)); return ok }"
}
