// Package edittest runs a check on its test data, with its fixes.
//
// The test data is a module. The reports must match the comments "// want". Each file
// with fixes applied must match its golden file. The fixed files must type-check
// together with the rest of their packages.
package edittest

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"
)

// Run runs a check on the module in a directory.
func Run(t *testing.T, dir string, check *analysis.Analyzer) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // loaded packages stay
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		rewrite(t, analysistest.Run(t, abs, check, "./..."))
	}
	results := analysistest.RunWithSuggestedFixes(t, abs, check, "./...")
	if len(results) == 0 {
		t.Fatalf("no packages in %s", dir)
	}
	typeCheck(t, abs)
}

// typeCheck loads the module with the golden files in place of their
// sources.
func typeCheck(t *testing.T, dir string) {
	t.Helper()
	fixed := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		source, golden := strings.CutSuffix(name, ".golden")
		if err != nil || !golden {
			return err
		}
		fixed[source], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Overlay: fixed}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("with fixes applied, %s does not type-check: %v", p.PkgPath, e)
		}
	}
}
