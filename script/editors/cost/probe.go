package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A probe is a file with mistakes in a package.
type probe struct {
	file, pkg string
	turn      int // how often it was written: no text comes twice, which a cache would know
}

// newProbe writes the file with one pair of mistakes.
func newProbe(dir string) (*probe, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(abs, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: no Go files there; name the directory of a package", dir)
	}
	f, err := parser.ParseFile(token.NewFileSet(), names[0], nil, parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	p := &probe{file: filepath.Join(abs, "zz_deadlocklint_probe.go"), pkg: strings.TrimSuffix(f.Name.Name, "_test")}
	return p, p.write(1)
}

// write changes the file.
func (p *probe) write(pairs int) error {
	p.turn++
	return os.WriteFile(p.file, p.text(pairs), 0o600)
}

func (p *probe) remove() { _ = os.Remove(p.file) }

// name is in the messages about a pair of mistakes.
func name(pair int) string { return fmt.Sprintf("ZZProbe%d", pair) }

// text has so many format strings that do not fit, and so many cycles of locks.
func (p *probe) text(pairs int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n", p.pkg)
	fmt.Fprintf(&b, "\n// Text %d.\n", p.turn)
	for i := range pairs {
		fmt.Fprintf(&b, `
type ZZProbe%[1]d struct{ a, b sync.Mutex }

func (p *ZZProbe%[1]d) AB() { p.a.Lock(); defer p.a.Unlock(); p.b.Lock(); defer p.b.Unlock() }
func (p *ZZProbe%[1]d) BA() { p.b.Lock(); defer p.b.Unlock(); p.a.Lock(); defer p.a.Unlock() }
func ZZPrint%[1]d()         { fmt.Printf("%%d\n", "ZZProbe%[1]d") }
`, i)
	}
	return b.Bytes()
}
