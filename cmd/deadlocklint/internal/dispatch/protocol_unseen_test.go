package dispatch

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// cachedStore is a module that is only in the module cache: one call on a concrete
// type, one through an interface, one on a receiver of its own, and one on a type of
// the standard library.
const cachedStore = `package dep

import (
	"bufio"
	"io"
)

type Store struct{ n int }

func (s *Store) Put()         { s.n++ }
func (s *Store) Close() error { s.Put(); return nil }

func Fill(s *Store)         { s.Put() }
func Shut(c io.Closer)      { _ = c.Close() }
func Log(w *bufio.Writer)   { _, _ = w.WriteString("line\n") }
func Other(r io.ReadCloser) { _ = r.Close() }
`

const usesCached = `package main

import (
	"bufio"
	"io"

	"example.com/dep"
)

func main() {
	s := &dep.Store{}
	dep.Fill(s)
	s.Put()
	dep.Shut(s)
	w := bufio.NewWriter(io.Discard)
	dep.Log(w)
	w.Flush()
	done := make(chan struct{})
	go func() { s.Put(); close(done) }()
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

// closes is a module that is only in the module cache, and closes a file.
const closes = `package dep

import "os"

func Close(f *os.File) {
	f.Close()
}
`

const writesBeside = `package main

import (
	"os"
	"time"

	"example.com/dep"
)

func main() {
	f, err := os.CreateTemp("", "beside")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	done := make(chan struct{})
	go func() { f.WriteString("x"); WAITS }()
	time.Sleep(20 * time.Millisecond)
	<-done
	dep.Close(f)
	time.Sleep(20 * time.Millisecond)
}
`
