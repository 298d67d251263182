package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

func contents(t *testing.T, opt Options) map[string]Content {
	t.Helper()
	list, err := DependencyContents(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]Content{}
	for _, c := range list {
		of[filepath.Base(c.Path)] = c
	}
	return of
}

// TestKeys: the key of a package changes with its files, with those of what it imports, and with the system, and not with
// the files of other packages.
func TestKeys(t *testing.T) {
	dir := fixture.Source(t, "vendored") // a module with three packages of another one: high imports low
	opt := Options{Dir: dir, Patterns: []string{"./..."}}
	before := contents(t, opt)
	if len(before) != 3 || before["high"].Key == "" || filepath.Base(before["low"].Dir) != "low" {
		t.Fatalf("%+v", before)
	}
	for name, want := range map[string]struct {
		change func(opt *Options)
		same   []string
	}{
		"nothing": {func(*Options) {}, []string{"high", "low", "apart"}},
		"the main module": {func(opt *Options) {
			write(t, opt.Dir, "more.go", "package m\n")
		}, []string{"high", "low", "apart"}},
		"a file of low": {func(opt *Options) {
			write(t, opt.Dir, "vendor/example.com/dep/low/low.go", "package low\n\nimport _ \"sync\"\n\nvar X int\n")
		}, []string{"apart"}},
		"the system": {func(opt *Options) {
			opt.Env = append(os.Environ(), "GOOS=windows")
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			opt := Options{Dir: fixture.Copy(t, "vendored"), Patterns: opt.Patterns}
			want.change(&opt)
			after := contents(t, opt)
			same := map[string]bool{}
			for _, p := range want.same {
				same[p] = true
			}
			for p := range before {
				if (after[p].Key == before[p].Key) != same[p] {
					t.Errorf("%s: same key %t, want %t", p, !same[p], same[p])
				}
			}
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
