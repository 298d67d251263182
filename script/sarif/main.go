// Command sarif says whether SARIF files are valid: by the schema of version
// 2.1.0 of the standard, as it comes with the library go-sarif, and by that
// library's own reader. It is a module of its own, so that what it needs does
// not become a dependency of deadlocklint.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"
)

func main() {
	schema, err := schema()
	for _, name := range os.Args[1:] {
		if err == nil {
			err = check(schema, name)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(schema *gojsonschema.Schema, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	res, err := schema.Validate(gojsonschema.NewBytesLoader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, e := range res.Errors() {
		err = errors.Join(err, fmt.Errorf("%s: %s", name, e))
	}
	if err != nil {
		return err
	}
	doc, err := sarif.FromBytes(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	n, flows := 0, 0
	for _, r := range doc.Runs {
		for _, result := range r.Results {
			n++
			if len(result.PartialFingerprints) == 0 {
				return fmt.Errorf("%s: a result has no fingerprint", name)
			}
			flows += len(result.CodeFlows)
		}
	}
	fmt.Printf("ok %s: %d results, %d code flows\n", filepath.Base(name), n, flows)
	return nil
}

// schema is a constant of the library that it does not export.
func schema() (*gojsonschema.Schema, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && text == "" {
			text, err = strconv.Unquote(lit.Value)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
}
