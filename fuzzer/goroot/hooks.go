package goroot

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// Hooked returns the methods of the standard library that report their own calls, by
// type. They are the methods on the edges of the shipped automata that forbid a call.
func Hooked() map[string][]string {
	hooked := map[string][]string{}
	for _, a := range protocol.Shipped() {
		if !forbids(a) {
			continue
		}
		for _, t := range append([]string{a.Type}, a.Also...) {
			// Package sync records its operations already, and is on the path of every program.
			if pkg, _, _ := strings.Cut(t, "."); pkg != "sync" {
				hooked[t] = a.Alphabet()
			}
		}
	}
	return hooked
}

// forbids reports whether some state has no edge for some method.
func forbids(a *automaton.Automaton) bool {
	return slices.ContainsFunc(a.States, func(s automaton.State) bool { return len(s.Edges) < len(a.Alphabet()) })
}

// hooks are the hooked types of a package.
type hooks struct {
	pkg     string
	methods map[string][]string // by type, which has its name in the package
	decls   map[string]bool     // "T.M" that are declared
	bodies  []string            // of added methods
	imports []string            // that these need
}

// hookStd puts hooks into the files of the standard library. patched are those that
// were changed before.
func hookStd(tc Toolchain, patched map[string][]byte) (map[string][]byte, []string, error) {
	by := map[string]*hooks{}
	for t, methods := range Hooked() {
		pkg, name := t[:strings.LastIndexByte(t, '.')], t[strings.LastIndexByte(t, '.')+1:]
		if by[pkg] == nil {
			by[pkg] = &hooks{pkg: pkg, methods: map[string][]string{}, decls: map[string]bool{}}
		}
		by[pkg].methods[name] = methods
	}
	files := map[string][]byte{}
	var missing []string
	for _, h := range by {
		more, err := h.apply(tc, patched)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read the standard library of %s: %w; reinstall that Go", tc.Version, err)
		}
		if len(more) == 0 {
			missing = append(missing, h.pkg+": no method to hook")
		}
		for name, text := range more {
			files[name] = text
		}
	}
	return files, missing, nil
}

// apply returns the changed files of a package, and the added file.
func (h *hooks) apply(tc Toolchain, patched map[string][]byte) (map[string][]byte, error) {
	dir := filepath.Join(tc.Root, "src", filepath.FromSlash(h.pkg))
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var all []*splicer
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		rel := path.Join(h.pkg, filepath.Base(name))
		src := patched[rel]
		if src == nil {
			if src, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		s, err := newSplicer(rel, src)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	for _, s := range all {
		if h.declared(s); len(s.edits) > 0 {
			files[s.name] = s.bytes()
		}
	}
	for _, s := range all {
		h.promoted(s, all)
	}
	if len(files) > 0 || len(h.bodies) > 0 {
		files[path.Join(h.pkg, "zz_dl_call.go")] = h.file()
	}
	return files, nil
}

// declared hooks the methods that a file declares.
func (h *hooks) declared(s *splicer) {
	for _, d := range s.file.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Body == nil || !slices.Contains(h.methods[receiver(fd)], fd.Name.Name) || !byPointer(fd) {
			continue
		}
		h.decls[receiver(fd)+"."+fd.Name.Name] = true
		recv := fd.Recv.List[0]
		if len(recv.Names) == 0 || recv.Names[0].Name == "_" {
			continue // it does not look at its receiver
		}
		s.insert(fd.Body.Lbrace+1, hook(recv.Names[0].Name, s.nameResults(fd)))
	}
}

func byPointer(fd *ast.FuncDecl) bool {
	_, ok := fd.Recv.List[0].Type.(*ast.StarExpr)
	return ok
}

// hook is the statement after the brace of a method.
func hook(recv, failure string) string {
	return fmt.Sprintf(" if dlCalls != 0 { if dlcall, dlpanics := dlCallEnter(%s); dlcall != 0 { defer func() { dlCallLeave(dlcall, dlpanics, %s) }() } }; ", recv, failure)
}

// nameResults gives the results names where they have none, and returns the error
// among them, or nil.
func (s *splicer) nameResults(fd *ast.FuncDecl) string {
	list := fd.Type.Results
	if list == nil || len(list.List) == 0 {
		return "nil"
	}
	last := list.List[len(list.List)-1]
	failure := "nil"
	if id, ok := last.Type.(*ast.Ident); ok && id.Name == "error" {
		failure = "dlerr"
		if n := len(last.Names); n > 0 && last.Names[n-1].Name != "_" {
			return last.Names[n-1].Name
		}
	}
	if failure == "nil" {
		return failure
	}
	if len(last.Names) > 0 { // it is named _
		name := last.Names[len(last.Names)-1]
		s.edits = append(s.edits, edit{s.offset(name.Pos()), s.offset(name.End()), failure})
		return failure
	}
	for _, f := range list.List[:len(list.List)-1] {
		s.insert(f.Type.Pos(), "_ ")
	}
	if list.Opening == token.NoPos {
		s.insert(last.Type.Pos(), "("+failure+" ")
		s.insert(last.Type.End(), ")")
		return failure
	}
	s.insert(last.Type.Pos(), failure+" ")
	return failure
}

// promoted adds methods of hooked types that they have from a struct that is
// embedded in them: the object is theirs, and the embedded one does not know it.
func (h *hooks) promoted(s *splicer, all []*splicer) {
	for _, d := range s.file.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok || gd.Tok != token.TYPE {
			continue
		}
		for _, spec := range gd.Specs {
			ts := spec.(*ast.TypeSpec)
			st, ok := ts.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range st.Fields.List {
				if inner, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 {
					h.forward(ts.Name.Name, inner.Name, all)
				}
			}
		}
	}
}

// forward adds the methods that a type has from an embedded one.
func (h *hooks) forward(typ, inner string, all []*splicer) {
	for _, m := range h.methods[typ] {
		if h.decls[typ+"."+m] {
			continue
		}
		for _, s := range all {
			fd := s.fn(inner, m)
			if fd == nil || !byPointer(fd) {
				continue
			}
			h.decls[typ+"."+m] = true // once: systems have files of their own
			h.bodies = append(h.bodies, s.forwarding(typ, inner, fd))
			h.imports = append(h.imports, s.importsOf(fd.Type)...)
		}
	}
}

// text is the source of a node, on one line.
func (s *splicer) text(n ast.Node) string {
	return strings.ReplaceAll(string(s.src[s.offset(n.Pos()):s.offset(n.End())]), "\n", " ")
}

// forwarding is a method of typ that calls that of the embedded type.
func (s *splicer) forwarding(typ, inner string, fd *ast.FuncDecl) string {
	var params, args, results []string
	for _, f := range fd.Type.Params.List {
		for range max(len(f.Names), 1) {
			name := fmt.Sprintf("a%d", len(params))
			params = append(params, name+" "+s.text(f.Type))
			if _, dots := f.Type.(*ast.Ellipsis); dots {
				name += "..."
			}
			args = append(args, name)
		}
	}
	failure, ret := "nil", ""
	if fd.Type.Results != nil {
		ret = "return "
		for _, f := range fd.Type.Results.List {
			for range max(len(f.Names), 1) {
				results = append(results, "_ "+s.text(f.Type))
			}
		}
		if n := len(results); results[n-1] == "_ error" {
			results[n-1], failure = "dlerr error", "dlerr"
		}
	}
	return fmt.Sprintf("\nfunc (dlt *%s) %s(%s) (%s) {%s%sdlt.%s.%s(%s) }\n", typ, fd.Name.Name, strings.Join(params, ", "), strings.Join(results, ", "),
		hook("dlt", failure), ret, inner, fd.Name.Name, strings.Join(args, ", "))
}

// importsOf are the imports of a file that a signature needs.
func (s *splicer) importsOf(sig *ast.FuncType) []string {
	var specs []string
	ast.Inspect(sig, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, _ := sel.X.(*ast.Ident)
		for _, spec := range s.file.Imports {
			name := path.Base(strings.Trim(spec.Path.Value, `"`))
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if id != nil && name == id.Name {
				specs = append(specs, s.text(spec))
			}
		}
		return true
	})
	return specs
}

// file is the file that is added to the package.
func (h *hooks) file() []byte {
	slices.Sort(h.imports)
	slices.Sort(h.bodies)
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t_ \"unsafe\"\n", path.Base(h.pkg))
	for _, spec := range slices.Compact(h.imports) {
		fmt.Fprintf(&b, "\t%s\n", spec)
	}
	b.WriteString(`)

//go:linkname dlCalls runtime.dlCalls
var dlCalls uint32

//go:linkname dlCallEnter sync.dlCallEnter
func dlCallEnter(x any) (call uint64, panics int)

//go:linkname dlCallLeave sync.dlCallLeave
func dlCallLeave(call uint64, panics int, err error)
`)
	for _, body := range h.bodies {
		b.WriteString(body)
	}
	return []byte(b.String())
}

// IsAdded reports whether a file was added to the standard library to instrument it.
func IsAdded(file string) bool { return strings.HasPrefix(path.Base(filepath.ToSlash(file)), "zz_dl_") }
