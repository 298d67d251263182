//go:build rest

package goroot

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

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
		info, err := os.Lstat(filepath.Join(s.Dir, "src", name))
		if err != nil || info.Mode().IsRegular() != changed {
			t.Errorf("%s: changed is not %t (%v)", name, changed, err)
		}
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
