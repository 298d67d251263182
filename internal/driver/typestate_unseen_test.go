package driver

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/report"
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
	args := []string{"typestate", "check", "-json", "-program", "-tries=1", "-types=example.com/dep.Store,bufio.Writer"}
	dir := module(t, "", "go.mod", gomod, "main.go", usesCached)
	o := call(t, append(args, "-C="+dir, ".")...)
	want := []string{
		"1 call of bufio.Writer.WriteString in other modules: example.com/dep",
		"1 call of example.com/dep.Store.Put in other modules: example.com/dep",
	}
	if !slices.Equal(o.Stats.UnseenCalls, want) {
		t.Errorf("not seen:\n%s\nwant\n%s", strings.Join(o.Stats.UnseenCalls, "\n"), strings.Join(want, "\n"))
	}
	for _, line := range want {
		if !strings.Contains(o.err, "not seen: "+line) {
			t.Errorf("stderr lacks %q: %s", line, o.err)
		}
	}
	const perhaps = "1 call through interfaces, which may be of example.com/dep.Store.Close, in other modules: example.com/dep"
	if o := call(t, append(args, "-v", "-C="+dir, ".")...); !slices.Contains(o.Stats.UnseenCalls, perhaps) {
		t.Errorf("-v: not seen:\n%s\nlacks %s", strings.Join(o.Stats.UnseenCalls, "\n"), perhaps)
	}
	twin := module(t, "", "go.mod", gomod+"\nreplace example.com/dep => ./dep\n", "main.go", usesCached, "dep/go.mod", files["go.mod"], "dep/dep.go", cachedStore)
	if o := call(t, append(args, "-C="+twin, ".")...); len(o.Stats.UnseenCalls) > 0 || strings.Contains(o.err, "not seen") {
		t.Errorf("replaced by a directory, and not seen: %q", o.Stats.UnseenCalls)
	}
}

// TestLeftOutFindsTheSame predicts the violations of the cases in which calls are left
// out because no other goroutine can reach their objects, with these calls and without.
// In the others the builds are the same.
func TestLeftOutFindsTheSame(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "typestate", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, name := range names {
		dir := unpacked(t, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		_, err := os.Stat(filepath.Join(dir, "main.go"))
		program := err == nil
		shared, left := idsOf(t, dir, program, false)
		if left == 0 {
			continue // and the rest is chance
		}
		compared++
		every, _ := idsOf(t, dir, program, true)
		if !slices.Equal(every, shared) {
			t.Errorf("%s: %q with all calls, %q without %d on objects that nobody shares", name, every, shared, left)
		}
	}
	if compared < 2 {
		t.Errorf("%d cases with calls that are left out", compared)
	}
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

// TestHookedCalls finds a call on a type of the standard library that is made in a
// module of the module cache, at its place there.
func TestHookedCalls(t *testing.T) {
	cached(t, "example.com/dep", "v1.0.0", map[string]string{"go.mod": "module example.com/dep\n\ngo 1.24\n", "dep.go": closes})
	const gomod = "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n"
	bad := strings.NewReplacer("WAITS", "time.Sleep(0)", "<-done", "close(done)").Replace(writesBeside)
	for text, status := range map[string]int{bad: report.ExitFindings, strings.Replace(writesBeside, "WAITS", "close(done)", 1): 0} {
		o := call(t, "typestate", "check", "-json", "-program", "-tries=5", "-C="+module(t, "", "go.mod", gomod, "main.go", text), ".")
		if o.status != status {
			t.Errorf("exit status %d, want %d: %s%s", o.status, status, o.out, o.err)
		}
		if status != 0 && !strings.Contains(o.out, "after Close at ") {
			t.Errorf("findings: %s", o.out)
		}
		for _, f := range o.Findings {
			if !strings.Contains(f.Message, "dep.go:6") {
				t.Errorf("the place in the other module is not named: %s", f.Message)
			}
		}
	}
}

// idsOf are the ids of the violations that are predicted, and how many call
// sites were left out: none, and none predicted, when the builds are the same.
func idsOf(t *testing.T, dir string, program, every bool) (ids []string, left int) {
	t.Helper()
	r := &protocolRun{verb: "check"}
	fs := protocolFlags(r)
	if err := parse(fs, []string{"-json", "-tries=0", "-C=" + dir, "-program=" + strconv.FormatBool(program), "."}, &r.Own); err != nil {
		t.Fatal(err)
	}
	r.NoCondvar, r.NoStatic, r.packages, r.everySite = true, true, fs.Args(), every
	opt := r.options()
	opt.Dir, opt.Out = dir, t.TempDir()
	table, err := sites.Rewrite(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if left = table.Skipped[sites.SkipLocal]; left == 0 && !every {
		return nil, 0
	}
	var out bytes.Buffer
	if err := r.record(context.Background(), Streams{Out: &out, Err: io.Discard}); err != nil && !Silent(err) {
		t.Fatalf("%s: %v", dir, err)
	}
	o := outcome{out: out.String()}
	o.decode(t, []string{"-json"})
	for _, f := range o.Findings {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids), left
}
