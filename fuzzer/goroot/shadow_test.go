package goroot

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

func local(t *testing.T) Toolchain {
	t.Helper()
	tc, err := Resolve(goenv.Read(context.Background(), "."))
	if err != nil {
		t.Fatal(err)
	}
	return tc
}

var common struct {
	once   sync.Once
	dir    string
	shadow *Shadow
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if common.dir != "" {
		os.RemoveAll(common.dir)
	}
	os.Exit(code)
}

// shadow is one of the local toolchain that the tests share.
func shadow(t *testing.T) *Shadow {
	t.Helper()
	tc := local(t)
	common.once.Do(func() {
		if common.dir, common.err = os.MkdirTemp("", "goroot"); common.err == nil {
			common.shadow, common.err = Make(tc, common.dir)
		}
	})
	if common.err != nil {
		t.Fatal(common.err)
	}
	return common.shadow
}

// cache is an empty cache directory.
func cache(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "cache")
	if err := ownDir(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// changed is the local toolchain with other contents of some files of src; ""
// stands for no such file.
func changed(t *testing.T, files map[string]string) Toolchain {
	t.Helper()
	tc, dir := local(t), t.TempDir()
	replaced := map[string][]byte{}
	for name, text := range files {
		replaced[name] = []byte(text)
	}
	if err := link(tc.Root, dir, replaced); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if text != "" {
			write1(t, filepath.Join(dir, "src", name), text)
		}
	}
	tc.Root = dir
	return tc
}

// bare has nothing but the files that are patched, one of them with another
// text; "" stands for no such file.
func bare(t *testing.T, file, text string) Toolchain {
	t.Helper()
	tc, dir := local(t), t.TempDir()
	for _, p := range patches {
		name := filepath.Join(dir, "src", p.file)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if p.file == file {
			if text != "" {
				write1(t, name, text)
			}
		} else if err := os.Symlink(filepath.Join(tc.Root, "src", p.file), name); err != nil {
			t.Fatal(err)
		}
	}
	tc.Root = dir
	return tc
}

func write1(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// without is a file of the standard library in which something is named otherwise.
func without(t *testing.T, file, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(local(t).Root, "src", file))
	if err != nil || !strings.Contains(string(b), name) {
		t.Fatalf("%s has no %q (%v)", file, name, err)
	}
	return strings.ReplaceAll(string(b), name, "other"+name)
}

// TestEveryPatternIsThere names what a Go release changed.
// TestPath: what is in the user's GOROOT is in the shadow, and nothing else is.
func TestPath(t *testing.T) {
	s := &Shadow{Dir: "/cache/shadow", Toolchain: Toolchain{Root: "/go"}}
	for path, want := range map[string]string{
		"/go/src/sort":   "/cache/shadow/src/sort",
		"/go":            "/cache/shadow",
		"/gopath/sort":   "/gopath/sort",
		"/else/src/sort": "/else/src/sort",
	} {
		if got := s.Path(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestEveryPatternIsThere(t *testing.T) {
	tc := local(t)
	files, missing, err := patched(tc)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missing {
		t.Errorf("%s: missing %s", tc.Version, m)
	}
	if len(files) < 12 {
		t.Errorf("only %d files patched", len(files))
	}
}

// TestWithoutOptionalPatterns runs a program in a library that has none of them.
func TestWithoutOptionalPatterns(t *testing.T) {
	saved := patches
	defer func() { patches = saved }()
	patches = nil
	for _, p := range saved {
		if p.optional {
			p.apply = func(s *splicer) { s.miss("anything") }
		}
		patches = append(patches, p)
	}
	s, err := Make(local(t), cache(t))
	if err != nil {
		t.Fatal(err)
	}
	dir, traces := fixture.Source(t, "locks"), t.TempDir()
	cmd := exec.Command(s.Go(), "run", filepath.Join(dir, "main.go"))
	cmd.Env = append(append(os.Environ(), s.Env()...), boundary.EnvMode+"=1", boundary.EnvDir+"="+traces)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if files, err := filepath.Glob(filepath.Join(traces, "*.dltrace")); err != nil || len(files) != 1 {
		t.Errorf("traces %q (%v), want one", files, err)
	}
}

func TestRequiredPatternIsMissing(t *testing.T) {
	for file, text := range map[string]string{
		"sync/mutex.go":  without(t, "sync/mutex.go", "TryLock() bool"),
		"runtime/mgc.go": "",
	} {
		dir := cache(t)
		_, err := Make(bare(t, file, text), dir)
		if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "use another Go release") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", file, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: left %v (%v)", file, left, err)
		}
	}
}

// TestSameText keeps what was compiled with one shadow good for the next.
func TestSameText(t *testing.T) {
	for _, pkg := range []string{"runtime", "sync"} {
		first := string(vocabulary(pkg))
		for range 20 {
			if again := string(vocabulary(pkg)); again != first {
				t.Fatalf("%s: %s\nand then\n%s", pkg, first, again)
			}
		}
	}
}

// TestLinkedSources has a GOROOT as some distributions make it, and must not
// write into it.
func TestLinkedSources(t *testing.T) {
	tc, dir := local(t), t.TempDir()
	entries, err := os.ReadDir(tc.Root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(tc.Root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	tc.Root = dir
	s, err := Make(tc, cache(t))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(filepath.Join(s.Dir, "src", "sync")); err != nil || !info.IsDir() {
		t.Errorf("sync is no directory of its own (%v)", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "src", "sync", "zz_dl.go")); err == nil {
		t.Fatal("written into the original")
	}
}

// answer is what the go command prints in an environment.
func answer(t *testing.T, env []string, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	if len(env) > 0 {
		cmd.Path = filepath.Join(strings.TrimPrefix(env[0], "GOROOT="), "bin", "go")
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", args, err)
	}
	return strings.Split(string(out), "\n")
}

func TestGoAnswersAsNatively(t *testing.T) {
	s := shadow(t)
	if got, want := answer(t, s.Env(), "list", "std"), answer(t, nil, "list", "std"); !slices.Equal(got, want) {
		t.Errorf("go list std: %q, want %q", got, want)
	}
	differs := []string{"GOROOT=", "GOTOOLDIR=", "GOTOOLCHAIN=", "GOGCCFLAGS="} // the last has a random name in it
	if s.Toolchain.specialised() {
		differs = append(differs, "GOEXPERIMENT=")
	}
	got, want := answer(t, s.Env(), "env"), answer(t, nil, "env")
	if len(got) != len(want) {
		t.Fatalf("go env: %q, want %q", got, want)
	}
	for i, line := range got {
		known := slices.ContainsFunc(differs, func(name string) bool { return strings.HasPrefix(line, name) })
		if line != want[i] && !known {
			t.Errorf("go env: %s, want %s", line, want[i])
		}
	}
}

// TestInsideItsOwnEnvironment makes the same shadow again where its variables are set.
func TestInsideItsOwnEnvironment(t *testing.T) {
	s := shadow(t)
	want := s.Toolchain
	for _, v := range s.Env() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	if got := local(t); got != want {
		t.Errorf("resolved %v, want %v", got, want)
	}
}

// TestIntrinsicsHaveBodies looks for functions of the standard library that
// stop the program unless the compiler replaces their calls, which it does not
// in packages whose calls of sync/atomic stay calls.
func TestIntrinsicsHaveBodies(t *testing.T) {
	root := filepath.Join(shadow(t).Dir, "src")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == filepath.Join(root, "cmd") || d.Name() == "testdata" || d.Name() == "_gen"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "must be intrinsi") {
			t.Errorf("%s has a function without a body of its own", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOptionalPatternIsNamed(t *testing.T) {
	tc := changed(t, map[string]string{
		"testing/testing.go": without(t, "testing/testing.go", "tRunner("),
		"sync/pool.go":       "",
	})
	s, err := Make(tc, cache(t))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"sync/pool.go: no such file", "testing/testing.go: body of func () tRunner", "testing/testing.go: func () tRunner"}
	if !slices.Equal(s.Missing, want) {
		t.Errorf("missing %q, want %q", s.Missing, want)
	}
	again, err := Make(tc, filepath.Dir(s.Dir))
	if err != nil || !slices.Equal(again.Missing, want) || again.Dir != s.Dir {
		t.Errorf("from the cache: %v, %v", again, err)
	}
	for name, changed := range map[string]bool{"testing/testing.go": false, "sync/mutex.go": true} {
		before, errBefore := os.ReadFile(filepath.Join(tc.Root, "src", name))
		after, err := os.ReadFile(filepath.Join(s.Dir, "src", name))
		if errBefore != nil || err != nil || (string(before) != string(after)) != changed {
			t.Errorf("%s: changed is not %t (%v, %v)", name, changed, errBefore, err)
		}
	}
}

// TestPackagesAreIndexed: the go command keeps an index of each package that programs import. It does so where all files of
// the directory are regular.
func TestPackagesAreIndexed(t *testing.T) {
	src := filepath.Join(shadow(t).Dir, "src")
	files := 0
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name == filepath.Join(src, "cmd")):
			return fs.SkipDir
		case !d.IsDir() && !d.Type().IsRegular():
			t.Errorf("%s is no regular file", name)
		}
		files++
		return nil
	})
	if err != nil || files < 1000 {
		t.Errorf("%v, %d files", err, files)
	}
}

func TestTwoAtOnce(t *testing.T) {
	tc, dir := local(t), cache(t)
	var wg sync.WaitGroup
	var dirs [2]string
	for i := range dirs {
		wg.Go(func() {
			s, err := Make(tc, dir)
			if err != nil {
				t.Error(err)
				return
			}
			dirs[i] = s.Dir
		})
	}
	wg.Wait()
	for _, d := range dirs {
		if d != dirs[0] {
			t.Errorf("made %q", dirs)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the cache has %v (%v), want one shadow", left, err)
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
