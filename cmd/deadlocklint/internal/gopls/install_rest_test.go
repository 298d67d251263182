//go:build rest

package gopls

import (
	"context"
	"os/exec"
	"path/filepath"
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
