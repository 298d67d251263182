//go:build rest

package goroot

import (
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestTypeErrorIsNoticed breaks one file of each package that has a template.
func TestTypeErrorIsNoticed(t *testing.T) {
	root, instrumented := written(t)
	s := newStd(root, platforms[0], instrumented)
	templates(t, func(name string, text []byte) {
		if rel, ok := strings.CutPrefix(name, "template/runtime/"); ok && rel != "zz_dl_rec.go.txt" {
			return // runtime is large: one file of it is enough
		}
		if !builds(t, text) {
			return // it is of another release
		}
		file := filepath.Join(root, "src", filepath.FromSlash(place(name)))
		write1(t, file, string(text)+"\nfunc dlBroken() int { return \"text\" }\n")
		defer write1(t, file, string(text))
		pkg := path.Dir(place(name))
		delete(s.done, pkg) // what it imports is known already
		if _, err := s.Import(pkg); err == nil || !strings.Contains(err.Error(), "cannot use \"text\"") {
			t.Errorf("%s with a type error: %v", name, err)
		}
	})
}
