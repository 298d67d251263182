package driver

import (
	"archive/zip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cachedStore is a module that is only in the module cache: one call on a concrete
// type, one through an interface, one on a receiver of its own, and one on a type of
// the standard library.
const cachedStore = `package dep

import (
	"io"
	"os"
)

type Store struct{ n int }

func (s *Store) Put()         { s.n++ }
func (s *Store) Close() error { s.Put(); return nil }

func Fill(s *Store)         { s.Put() }
func Shut(c io.Closer)      { _ = c.Close() }
func Log(f *os.File)        { _, _ = f.WriteString("line\n") }
func Other(r io.ReadCloser) { _ = r.Close() }
`

const usesCached = `package main

import (
	"os"

	"example.com/dep"
)

func main() {
	s := &dep.Store{}
	dep.Fill(s)
	s.Put()
	dep.Shut(s)
	f, err := os.CreateTemp("", "unseen")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	dep.Log(f)
	f.Close()
	done := make(chan struct{})
	go func() { s.Put(); f.Name(); close(done) }()
	<-done
}
`

// cached makes a proxy of files with one module, and the go command use it with a
// module cache of its own.
func cached(t *testing.T, path, version string, files map[string]string) {
	t.Helper()
	proxy := t.TempDir()
	at := path + "/@v/"
	mod := "module " + path + "\n\ngo 1.24\n"
	write(t, proxy, at+"list", version+"\n")
	write(t, proxy, at+version+".info", `{"Version":"`+version+`"}`)
	write(t, proxy, at+version+".mod", mod)
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

// TestUnseenCalls counts calls in a module that an overlay cannot replace, and none
// when the same module is replaced by a directory.
func TestUnseenCalls(t *testing.T) {
	files := map[string]string{"go.mod": "module example.com/dep\n\ngo 1.24\n", "dep.go": cachedStore}
	cached(t, "example.com/dep", "v1.0.0", files)
	const gomod = "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n"
	args := []string{"typestate", "check", "-json", "-program", "-tries=1", "-types=example.com/dep.Store,os.File"}
	dir := module(t, "", "go.mod", gomod, "main.go", usesCached)
	o := call(t, append(args, "-C="+dir, ".")...)
	want := []string{
		"1 call of example.com/dep.Store.Put in other modules: example.com/dep",
		"1 call of os.File.WriteString in other modules: example.com/dep",
		"1 call through interfaces, which may be of example.com/dep.Store.Close, in other modules: example.com/dep",
		"2 calls through interfaces, which may be of os.File.Close, in other modules: example.com/dep",
	}
	if !slices.Equal(o.Stats.UnseenCalls, want) {
		t.Errorf("not seen:\n%s\nwant\n%s", strings.Join(o.Stats.UnseenCalls, "\n"), strings.Join(want, "\n"))
	}
	for _, line := range want {
		if !strings.Contains(o.err, "not seen: "+line) {
			t.Errorf("stderr lacks %q: %s", line, o.err)
		}
	}
	twin := module(t, "", "go.mod", gomod+"\nreplace example.com/dep => ./dep\n", "main.go", usesCached, "dep/go.mod", files["go.mod"], "dep/dep.go", cachedStore)
	if o := call(t, append(args, "-C="+twin, ".")...); len(o.Stats.UnseenCalls) > 0 || strings.Contains(o.err, "not seen") {
		t.Errorf("replaced by a directory, and not seen: %q", o.Stats.UnseenCalls)
	}
}
