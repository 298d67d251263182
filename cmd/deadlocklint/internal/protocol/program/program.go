// Package program builds a program as a test binary, so that its main function runs under schedules as a test does.
//
// [Find] asks for the package. [Program.Overlay] adds to an overlay of the go command: it takes the test files of the package away,
// and puts a generated file there. Its one test calls main with the arguments of the program, and then ends the process. Goroutines
// that outlive main are cut off. Without the arguments of that test the binary is the program, on the first goroutine.
//
// The package neither builds nor runs anything. It does not change the flags that package testing registers before
// TestMain: an init function that parses the command line sees them.
package program

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/overlay"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// Test is the name of the test that calls main.
const Test = "TestDeadlocklintMain"

//go:embed main_test.go.txt
var template string

// generated is the name of the file with the test.
const generated = "zz_deadlocklint_main_test.go"

// A Program is a main package.
type Program struct {
	path string // import path
	dir  string
}

// Find is the one program that a pattern names.
func Find(ctx context.Context, opt load.Options, pattern string) (*Program, error) {
	opt.Patterns = []string{pattern}
	list, err := load.Listed(ctx, opt)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 || list[0].Name != "main" || len(list[0].GoFiles) == 0 {
		return nil, fmt.Errorf("%s is no main package; name one that go run can run", pattern)
	}
	return &Program{path: list[0].PkgPath, dir: filepath.Dir(list[0].GoFiles[0])}, nil
}

// mainVariable matches -X of the linker before the name of a variable of the program.
var mainVariable = regexp.MustCompile(`(-X[= ]["']?)main\.`)

// Ldflags are flags of the linker for the test binary, in which the package has its import path.
func (p *Program) Ldflags(flags string) string {
	return mainVariable.ReplaceAllString(flags, "${1}"+strings.ReplaceAll(p.path, "$", "$$")+".")
}

// Overlay writes the overlay from with the test of the program, into the directory to. args are those of the program.
func (p *Program) Overlay(from, to string, args []string) (name string, err error) {
	o, err := overlay.Read(from)
	if err != nil {
		return "", err
	}
	if err := o.Tests(p.dir); err != nil {
		return "", err
	}
	o.Add(p.dir, generated, []byte(strings.Replace(template, "%s", fmt.Sprintf("%#v", append([]string{}, args...)), 1)))
	return o.Write(to, "program.json")
}
