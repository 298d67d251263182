package gopls

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	known := []release{{"v0.25.0", "1.28.0"}, {"v0.24.0", "1.27.0"}, {"v0.23.0", "1.26.0"}} // newest first
	for _, c := range []struct {
		goVersion, want, words string
		of                     []release
	}{
		{"go1.28.1", "v0.25.0", "", known},
		{"go1.27.0", "v0.24.0", "", known},
		{"go1.26.8", "v0.23.0", "", known},
		{"go1.25.4", "", "needs Go 1.26.0", known},
		{"go1.26.8", "", "no release of gopls", nil},
	} {
		got, err := choose(func(yield func(release, error) bool) {
			for _, r := range c.of {
				if !yield(r, nil) {
					return
				}
			}
		}, c.goVersion)
		if got != c.want || (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %q, %v", c.goVersion, got, err)
		}
	}
	broken := errors.New("broken")
	if _, err := choose(func(yield func(release, error) bool) { yield(release{}, broken) }, "go1.26.8"); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// model has what Install needs of gopls: its table of analyzers and their form.
var model = map[string]string{
	"go.mod":  "module golang.org/x/tools/gopls\n\ngo 1.26.0\n\nrequire golang.org/x/tools TOOLS\n",
	"main.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"golang.org/x/tools/gopls/internal/settings\"\n)\n\nfunc main() {\n\tfor _, a := range settings.AllAnalyzers {\n\t\tfmt.Println(a.Name())\n\t}\n}\n",
	"internal/settings/analysis.go": `package settings

import (
	"golang.org/x/tools/go/analysis"

	"golang.org/x/tools/gopls/internal/protocol"
)

var AllAnalyzers = initAnalyzers()

func initAnalyzers() []*Analyzer { return nil }

type Analyzer struct {
	analyzer   *analysis.Analyzer
	nonDefault bool
	severity   protocol.DiagnosticSeverity
}

func (a *Analyzer) Name() string { return a.analyzer.Name }
`,
	"internal/protocol/protocol.go": "package protocol\n\ntype DiagnosticSeverity uint32\n\nconst SeverityWarning DiagnosticSeverity = 2\n",
}

// proxy writes a module proxy with one release of a module.
func proxy(t *testing.T, version string, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(module + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".mod": files["go.mod"], version + ".info": `{"Version": "` + version + `"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// query asks the go command, in this module.
func query(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// A gopls of another form is refused, and nothing is built.
func TestUnknownForm(t *testing.T) {
	dir := t.TempDir()
	if err := addChecks(context.Background(), Options{Source: dir}, dir); err == nil || !strings.Contains(err.Error(), Oldest) {
		t.Errorf("error %v", err)
	}
}

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		path = "/" + path
	}
	return "file://" + path
}
