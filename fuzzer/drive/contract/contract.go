// Package contract finds demands on callers in doc comments: sentences such as "a Store is not safe for concurrent use".
//
// [Read] takes the doc comments of a package apart into sentences. [Of] says which demands a sentence makes, by a table of meanings. A [Demand]
// names the functions that the sentence names, since it may be about these alone. The caller judges whether a test
// goes against a demand, since the package does not know the calls.
//
// A sentence that promises the contrary makes no demand, and one about a callback or about another object makes none on the test. The
// package understands no English beyond its table.
package contract

import (
	"go/ast"
	"go/token"
	"strings"
)

// A Kind says what a demand is about.
type Kind string

// The kinds of demands.
const (
	Concurrent Kind = "concurrent use"
	Again      Kind = "a second call"
	After      Kind = "use after another call" // as after Close
	Zero       Kind = "the zero value"

	Safe Kind = "safe" // a promise, which is stronger than demands of the type or the package: two goroutines may use it
)

// A Demand is a sentence of a doc comment, as one of its meanings.
type Demand struct {
	Kind   Kind
	Text   string
	Names  []string // identifiers with a capital before the words, as Store.Add or Add
	Then   []string // those after them
	Result bool     // it is about what the function returns
	Pos    token.Pos
}

// Comments are the demands of a package.
type Comments struct {
	Package []Demand
	Objects map[token.Pos][]Demand // by the place of a name that is declared
}

// Read reads the doc comments of a package, with those of methods of interfaces.
func Read(files []*ast.File) *Comments {
	c := &Comments{Objects: map[token.Pos][]Demand{}}
	for _, f := range files {
		c.Package = append(c.Package, read(f.Doc)...)
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				c.Objects[decl.Name.Pos()] = read(decl.Doc)
			case *ast.GenDecl:
				c.types(decl)
			}
		}
	}
	return c
}

func (c *Comments) types(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		doc := t.Doc
		if doc == nil {
			doc = decl.Doc
		}
		c.Objects[t.Name.Pos()] = read(doc)
		if i, ok := t.Type.(*ast.InterfaceType); ok {
			for _, m := range i.Methods.List {
				for _, name := range m.Names {
					c.Objects[name.Pos()] = read(m.Doc)
				}
			}
		}
	}
}

// read finds the demands of a comment, each at its line.
func read(doc *ast.CommentGroup) (list []Demand) {
	if doc == nil {
		return nil
	}
	for _, s := range sentences(doc) {
		for _, d := range Of(s.text) {
			d.Pos = s.pos
			list = append(list, d)
		}
	}
	return list
}

type sentence struct {
	text string
	pos  token.Pos // of the line where it begins
}

// sentences are those of a comment. One ends at a full stop before a space, and at an empty line or an item of a list.
func sentences(doc *ast.CommentGroup) (list []sentence) {
	var now sentence
	end := func() {
		if now.text != "" {
			list = append(list, now)
		}
		now = sentence{}
	}
	for _, l := range lines(doc) {
		if l.text == "" || strings.HasPrefix(l.text, "- ") || strings.HasPrefix(l.text, "* ") || strings.HasPrefix(l.text, "#") {
			end()
		}
		for _, word := range strings.Fields(strings.TrimLeft(l.text, "-*# ")) {
			if now.text == "" {
				now = sentence{word, l.pos}
			} else {
				now.text += " " + word
			}
			if strings.HasSuffix(word, ".") && !abbreviated(word) || strings.HasSuffix(word, "!") {
				end()
			}
		}
	}
	end()
	return list
}

func abbreviated(word string) bool {
	return word == "e.g." || word == "i.e." || word == "etc." || word == "cf." || word == "vs."
}

// lines are those of a comment without its marks.
func lines(doc *ast.CommentGroup) (list []sentence) {
	for _, c := range doc.List {
		text, isBlock := strings.CutPrefix(c.Text, "/*")
		if !isBlock {
			list = append(list, sentence{strings.TrimSpace(strings.TrimPrefix(c.Text, "//")), c.Pos()})
			continue
		}
		offset := len("/*")
		for line := range strings.Lines(strings.TrimSuffix(text, "*/")) {
			list = append(list, sentence{strings.TrimSpace(line), c.Pos() + token.Pos(offset)})
			offset += len(line)
		}
	}
	return list
}
