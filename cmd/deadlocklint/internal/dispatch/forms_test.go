package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForms: what each form of the report shows of the module testdata/hosts: a
// deadlock over two packages with both sides, a finding with its fix, a link to the
// check where there is a place for one, and nothing of what a comment silences. The
// twin, of which the fault of one file is gone and the other is fixed, shows nothing.
func TestForms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "..", "..", "testdata", "hosts"))); err != nil {
		t.Fatal(err)
	}
	forms := func() map[string]string {
		out := t.TempDir()
		name := func(form string) string { return "-" + form + "=" + filepath.Join(out, form) }
		o := call(t, "check", "-C="+dir, "-github", name("sarif"), name("junit"), name("html"), "./...")
		said := map[string]string{"text": o.out, "github": o.err, "json": call(t, "check", "-C="+dir, "-json", "./...").out, "quiet": call(t, "check", "-C="+dir, "-q", "./...").out}
		for _, form := range []string{"sarif", "junit", "html"} {
			b, err := os.ReadFile(filepath.Join(out, form))
			if err != nil {
				t.Fatal(err)
			}
			said[form] = string(b)
		}
		return said
	}
	for form, said := range forms() {
		want := []string{"8cfd48a77d12d486", "drain.go", "store.Mu", "(drain.go:25)", "e80a5e1870e81811"}
		if form != "quiet" {
			want = append(want, "Defer the unlock")
		}
		if form == "sarif" || form == "junit" || form == "github" {
			want = append(want, "blob/main/doc/checks/lockorder.md")
		}
		if form == "html" {
			want = append(want, `href="#check-lockorder"`, `id="check-lockorder"`)
		}
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s says nothing of %s:\n%s", form, w, said)
			}
		}
		if lists := form == "sarif" || form == "json"; strings.Contains(said, "take.go") != lists { // as suppressed
			t.Errorf("%s: take.go is there: %t, want %t", form, !lists, lists)
		}
	}
	repair(t, dir)
	for form, said := range forms() {
		for _, word := range []string{"drain.go", "get.go", "Defer the unlock"} {
			if form != "sarif" && form != "json" && strings.Contains(said, word) {
				t.Errorf("the twin in %s: %s", form, said)
			}
		}
	}
}

// repair makes the twin: it applies the fix as -json tells it.
func repair(t *testing.T, dir string) {
	t.Helper()
	for _, f := range call(t, "check", "-C="+dir, "-json", "./...").Findings {
		if f.Suppressed || len(f.Fixes) == 0 {
			continue
		}
		file := filepath.Join(dir, f.Fixes[0].Edits[0].File)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(f.Fixes[0].Edits) - 1; i >= 0; i-- {
			e := f.Fixes[0].Edits[i]
			text = []byte(string(text[:e.Start]) + e.New + string(text[e.End:]))
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "drain.fixed"), filepath.Join(dir, "drain.go")); err != nil {
		t.Fatal(err)
	}
}
