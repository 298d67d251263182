package dispatch

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// cached makes a proxy of files with one module, and the go command use it with a
// module cache of its own.
func cached(t *testing.T, path, version string, files map[string]string) {
	t.Helper()
	proxy := t.TempDir()
	at := path + "/@v/"
	mod := "module " + path + "\n\ngo 1.24\n"
	moduletest.Write(t, proxy, at+"list", version+"\n")
	moduletest.Write(t, proxy, at+version+".info", `{"Version":"`+version+`"}`)
	moduletest.Write(t, proxy, at+version+".mod", mod)
	to, err := os.Create(filepath.Join(proxy, filepath.FromSlash(at+version+".zip")))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(to)
	for name, text := range files {
		f, err := w.Create(path + "@" + version + "/" + name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GONOSUMDB", path)
	t.Setenv("GOFLAGS", "-mod=mod -modcacherw")
}
