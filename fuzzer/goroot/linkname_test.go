package goroot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"strings"
	"testing"
)

// links are the declarations that go:linkname ties together, by the name that both have for the linker: what
// declares it and the places that use it.
type links struct {
	declared map[string]string   // signature or type
	used     map[string][]string // of each use
}

// TestLinkedSignatures: a function that one package takes from another has the same signature in both. No
// compiler compares them.
func TestLinkedSignatures(t *testing.T) {
	tc := local(t)
	files, _, err := patched(tc)
	if err != nil {
		t.Fatal(err)
	}
	more, err := added(tc)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, more)
	l := links{map[string]string{}, map[string][]string{}}
	for name, text := range files {
		if path.Ext(name) != ".go" {
			continue
		}
		if err := l.add(path.Dir(name), string(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if len(l.used) < 40 {
		t.Errorf("only %d names are linked", len(l.used))
	}
	for _, complaint := range l.complaints() {
		t.Error(complaint)
	}
}

// complaints tell of uses that are not as what they use.
func (l *links) complaints() (list []string) {
	for name, uses := range l.used {
		for _, use := range uses {
			if declared := l.declared[name]; declared != use {
				list = append(list, fmt.Sprintf("%s is used as %q and declared as %q", name, use, declared))
			}
		}
	}
	return list
}

// add adds what a file of a package links, of our own names.
func (l *links) add(pkg, text string) error {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil || !strings.HasPrefix(d.Name.Name, "dl") && !strings.HasPrefix(pkg, conditionsPath) {
				continue
			}
			to, linked := linked(d.Doc, pkg, d.Name.Name)
			switch {
			case d.Body != nil:
				l.declared[pkg+"."+d.Name.Name] = signature(d.Type)
				if linked {
					l.declared[to] = signature(d.Type)
				}
			case linked:
				l.used[to] = append(l.used[to], signature(d.Type))
			}
		case *ast.GenDecl:
			l.variable(pkg, d)
		}
	}
	return nil
}

func (l *links) variable(pkg string, d *ast.GenDecl) {
	for _, s := range d.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok || v.Type == nil || d.Tok != token.VAR {
			continue
		}
		name := v.Names[0].Name
		if !strings.HasPrefix(name, "dl") {
			continue
		}
		if to, ok := linked(d.Doc, pkg, name); ok && to != pkg+"."+name {
			l.used[to] = append(l.used[to], types.ExprString(v.Type))
		} else {
			l.declared[pkg+"."+name] = types.ExprString(v.Type)
		}
	}
}

// linked is the name for the linker that a comment gives a declaration.
func linked(doc *ast.CommentGroup, pkg, name string) (to string, ok bool) {
	if doc == nil {
		return "", false
	}
	for _, c := range doc.List {
		f := strings.Fields(c.Text)
		switch {
		case f[0] != "//go:linkname":
		case len(f) == 3:
			return f[2], true
		case len(f) == 2 && f[1] == name:
			return pkg + "." + name, true
		}
	}
	return "", false
}

// signature is the types of parameters and results, without their names.
func signature(t *ast.FuncType) string {
	of := func(list *ast.FieldList) (s []string) {
		if list == nil {
			return nil
		}
		for _, f := range list.List {
			for range max(len(f.Names), 1) {
				s = append(s, types.ExprString(f.Type))
			}
		}
		return s
	}
	return strings.Join(of(t.Params), ", ") + " -> " + strings.Join(of(t.Results), ", ")
}

// TestLinksDiffer: a parameter that one side has more is told, and so is a function that nobody has.
func TestLinksDiffer(t *testing.T) {
	for _, c := range []struct {
		declares string
		same     bool
	}{
		{"//go:linkname dlA sync.dlB\nfunc dlA(p, q uint8) (r bool) { return false }", true},
		{"//go:linkname dlA sync.dlB\nfunc dlA(p, q uint8, s int) (r bool) { return false }", false},
		{"//go:linkname dlA sync.dlB\nfunc dlA(p uint8, q int8) (r bool) { return false }", false},
		{"//go:linkname dlA sync.dlB\nfunc dlA(p, q uint8) { }", false},
		{"//go:linkname dlA sync.dlC\nfunc dlA(p, q uint8) (r bool) { return false }", false},
	} {
		l := links{map[string]string{}, map[string][]string{}}
		for pkg, text := range map[string]string{"runtime": "package runtime\n\n" + c.declares, "sync": "package sync\n\n//go:linkname dlB\nfunc dlB(uint8, uint8) bool"} {
			if err := l.add(pkg, text); err != nil {
				t.Fatal(err)
			}
		}
		if list := l.complaints(); (len(list) == 0) != c.same {
			t.Errorf("%s: %q", c.declares, list)
		}
	}
}
