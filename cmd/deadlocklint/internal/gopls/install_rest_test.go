//go:build rest

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

// TestInstall builds a model of gopls with the checks of this checkout, from a
// proxy in a directory, and runs it.
func TestInstall(t *testing.T) {
	files := map[string]string{}
	for name, text := range model {
		files[name] = strings.Replace(text, "TOOLS", query(t, "list", "-m", "-f", "{{.Version}}", "golang.org/x/tools"), 1)
	}
	source := query(t, "list", "-m", "-f", "{{.Dir}}")
	modules := filepath.ToSlash(query(t, "env", "GOMODCACHE"))
	t.Setenv("GOPROXY", fileURL(proxy(t, Oldest, files))+","+fileURL(modules+"/cache/download"))
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOMODCACHE", filepath.Join(t.TempDir(), "modules"))
	t.Cleanup(func() { _, _ = goCommand(context.Background(), "", "clean", "-modcache") })

	var said []string
	opt := Options{Cache: filepath.Join(t.TempDir(), "cache"), Source: source, Progress: func(s string) { said = append(said, s) }}
	res, err := Install(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(res.Path).Output()
	if err != nil || !res.Built || res.Version != Oldest || len(said) != 3 {
		t.Errorf("%+v, %v, said %q", res, err, said)
	}
	for _, name := range []string{"lockorder", "missingunlock", "directives"} {
		if !strings.Contains("\n"+string(out), "\n"+name+"\n") {
			t.Errorf("there is no %s among %q", name, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(opt.Cache, "gopls-work-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}

	opt.Version = "v0.1.0"
	if _, err := Install(context.Background(), opt); err == nil || !strings.Contains(err.Error(), "cannot download gopls v0.1.0") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a release that there is not: %v", err)
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

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" {
		path = "/" + path
	}
	return "file://" + path
}
