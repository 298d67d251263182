// Package moduletest writes modules for the tests of the commands. It writes small
// modules in a few lines, cases of testdata, and programs built with the instrumented
// Go.
//
// Only tests import it.
package moduletest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/linked"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"golang.org/x/tools/txtar"
)

// Module writes a module. Files of the archive may be given without a go.mod.
func Module(t testing.TB, archive string, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	Write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	for _, f := range txtar.Parse([]byte(archive)).Files {
		Write(t, dir, f.Name, string(f.Data))
	}
	for i := 0; i+1 < len(files); i += 2 {
		Write(t, dir, files[i], files[i+1])
	}
	return dir
}

// Source is [fixture.Source].
func Source(t testing.TB, name string) string { t.Helper(); return fixture.Source(t, name) }

// Copy is [fixture.Copy].
func Copy(t testing.TB, name string) string { t.Helper(); return fixture.Copy(t, name) }

// Text is [fixture.Text].
func Text(t testing.TB, name string) string { t.Helper(); return fixture.Text(t, name) }

// Vet is [fixture.Vet].
func Vet(t *testing.T, broken ...string) { t.Helper(); fixture.Vet(t, broken...) }

// Write writes a file of a module.
func Write(t testing.TB, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// instrumented is the environment in which the go command builds instrumented
// programs, as "deadlocklint record env" prints it. The flag that keeps linked programs and that go command come after.
var instrumented = sync.OnceValues(func() ([]string, error) {
	tc, err := goroot.Resolve(goenv.Read(context.Background(), "."))
	if err != nil {
		return nil, err
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		return nil, err
	}
	shadow, err := goroot.Make(tc, cache)
	if err != nil {
		return nil, err
	}
	flags := ""
	for _, f := range shadow.MergeGcflags(nil, false) {
		flags += "'-gcflags=" + f + "' "
	}
	keep, err := linked.Flag(cache)
	if err != nil {
		return nil, err
	}
	return append(shadow.Env(), "GOFLAGS="+strings.TrimSpace(flags), keep, shadow.Go()), nil
})

// Build builds a program in dir, with flags of go build, as a Makefile would that has the variables of
// "deadlocklint record env".
func Build(t testing.TB, dir string, flags ...string) (binary string) {
	t.Helper()
	env, err := instrumented()
	if err != nil {
		t.Fatal(err)
	}
	env, keep, tool := env[:len(env)-2], env[len(env)-2], env[len(env)-1]
	binary = filepath.Join(t.TempDir(), "program")
	args := slices.DeleteFunc(slices.Concat([]string{"build", keep, "-ldflags=" + record.Ldflags, "-o", binary}, flags, []string{"."}), func(a string) bool { return a == "" })
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// Unpack writes a case of testdata, named without its extension, into a directory.
func Unpack(t testing.TB, name string) string {
	t.Helper()
	root, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		}
		root = filepath.Dir(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	ar, err := txtar.ParseFile(filepath.Join(root, "testdata", filepath.FromSlash(name)+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		Write(t, dir, f.Name, string(f.Data))
	}
	return dir
}
