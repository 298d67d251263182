package tracked

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// TestProgram: a module has its sources and what they embed, and no tests, no testdata and no
// module below.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	tree := fstest.MapFS{}
	for _, name := range []string{"go.mod", "a.go", "in/b.go", "in/testdata/c.go", "other/go.mod", ".git/e.go"} {
		tree[name] = &fstest.MapFile{}
	}
	if err := os.CopyFS(dir, tree); err != nil {
		t.Fatal(err)
	}
	// A file that cannot be asked about is an error: each dangling link tells that it was asked about.
	for _, c := range []struct {
		link string
		of   func(string) error
		want bool
	}{
		{"in/x.go", Program, true}, {"in/y.txt", Program, true}, {"in/x_test.go", Program, false},
		{"in/testdata/x.go", Program, false}, {"other/x.go", Program, false}, {".git/x.go", Program, false},
		{"in/x_test.go", Files, true}, {"in/testdata/x.go", Files, true}, {"other/x.go", Files, true},
	} {
		link := filepath.Join(dir, filepath.FromSlash(c.link))
		if err := os.Symlink("nowhere", link); err != nil {
			t.Fatal(err)
		}
		if err := c.of(dir); (err != nil) != c.want {
			t.Errorf("%s: %v", c.link, err)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
}
