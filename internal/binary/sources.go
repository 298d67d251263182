package binary

import (
	"debug/dwarf"
	"maps"
	"slices"
	"strings"
)

// Sources lists the Go files whose code is in the executable, as its line tables
// name them, sorted. It is empty without DWARF, and -trimpath leaves names that
// are no files. It reads the heads of the tables only: some milliseconds for a
// thousand packages.
func (f *File) Sources() []string {
	var names []string
	for name := range f.unitsByFile() {
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// unitsByFile are the units in whose line tables a file is: its package's, and
// those into which its functions were inlined or instantiated.
func (f *File) unitsByFile() map[string][]*unit {
	if f.files != nil {
		return f.files
	}
	f.files = map[string][]*unit{}
	for _, pkg := range slices.Sorted(maps.Keys(f.units)) {
		for _, u := range f.units[pkg] {
			for _, name := range f.lineFiles(u) {
				f.files[name] = append(f.files[name], u)
			}
		}
	}
	return f.files
}

func (f *File) lineFiles(u *unit) (names []string) {
	e := f.entry(u.offset)
	if e == nil {
		return nil
	}
	r, err := f.dwarf.LineReader(e)
	if err != nil || r == nil {
		return nil
	}
	for _, file := range r.Files() {
		if file != nil {
			names = append(names, file.Name)
		}
	}
	return names
}

// Linked returns the import path of the function that is declared at a line of a file. Its name
// without the package is fn, as in "(*T).Lock". The result ok is false when the executable has
// no code of the function, neither its own nor inlined in a caller. The linker drops functions
// without a call.
func (f *File) Linked(file string, line int, fn string) (pkg string, ok bool) {
	fn = typeName(fn)
	for _, u := range f.unitsByFile()[file] {
		f.load(u)
		for _, name := range slices.Sorted(maps.Keys(u.funcs)) {
			pkg, isFunc := strings.CutSuffix(name, "."+fn)
			if isFunc && slices.ContainsFunc(u.funcs[name], func(off dwarf.Offset) bool { return f.declaredAt(off, line) }) {
				return pkg, true
			}
		}
	}
	return "", false
}

func (f *File) declaredAt(off dwarf.Offset, line int) bool {
	e := f.entry(off)
	if e == nil {
		return false
	}
	at, ok := f.origin(e).Val(dwarf.AttrDeclLine).(int64)
	return ok && at == int64(line)
}
