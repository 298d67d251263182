package nearby

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// programs are packages of one module, those that others import first.
var programs = []struct{ path, text string }{
	{"m/base", "package base\ntype Store interface { Add(); Total() int }\ntype Config struct { Name string }\ntype Conn struct { n int }\nfunc (*Conn) Send() {}"},
	{"m/a", "package a\nimport \"m/base\"\ntype Sink interface { Write(string); Flush() }\nfunc New(c *base.Config, to Sink) base.Store { return nil }\nfunc Use(c *base.Conn) {}"},
	{"m/dial", "package dial\nimport b \"m/base\"\nfunc Local() (*b.Conn, error) { return nil, nil }"},
	{"m/files", "package files\ntype File struct{}\nfunc (*File) Write(string) {}\nfunc (*File) Flush() {}"},
	{"m/hidden/internal/x", "package x\ntype File struct{}\nfunc (*File) Write(string) {}\nfunc (*File) Flush() {}"},
	{"m/half", "package half\ntype File struct{}\nfunc (*File) Write(string) {}\ntype Other struct{}\nfunc (*Other) Flush() {}"},
	{"m/config", "package config\nimport \"m/base\"\nfunc Load() *base.Config { return nil }"},
	{"m/own", "package own\nimport \"m/base\"\nfunc conn() *base.Conn { return nil }"},
}

type known map[string]*types.Package

func (k known) Import(path string) (*types.Package, error) {
	if pkg := k[path]; pkg != nil {
		return pkg, nil
	}
	return importer.Default().Import(path)
}

// A package is near where it has a type of the API, a constructor of what that takes, or all methods of an interface. One of these that may not be
// imported is not, and a struct that a literal can fill needs no constructor.
func TestNear(t *testing.T) {
	all := known{}
	var sources []*Source
	for _, p := range programs {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "x.go", p.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		conf := types.Config{Importer: all}
		if all[p.path], err = conf.Check(p.path, fset, []*ast.File{file}, nil); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &Source{Path: p.path, Texts: [][]byte{[]byte(p.text)}})
	}
	if got, want := Of(all["m/a"], "m").Near(sources), []string{"m/base", "m/dial", "m/files"}; !slices.Equal(got, want) {
		t.Errorf("near %q, want %q", got, want)
	}
}

func TestMayImport(t *testing.T) {
	for _, c := range []struct {
		importer, path string
		want           bool
	}{
		{"m/a", "m/b", true}, {"m/a", "m/internal/b", true}, {"m", "m/internal", true}, {"m/a", "m/b/internal/c", false}, {"m/b", "m/b/internal/c", true},
		{"m/bb", "m/b/internal/c", false}, {"m/a", "internal/abi", false}, {"m/a", "other/internal/c", false}, {"m/a/b", "m/a/internal/x/internal/y", false},
	} {
		if got := MayImport(c.importer, c.path); got != c.want {
			t.Errorf("%s imports %s: %t", c.importer, c.path, got)
		}
	}
}
