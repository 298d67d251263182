package dispatch

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

var update = flag.Bool("update", false, "rewrite the pages of doc/checks and doc/commands")

// TestPagesAreFresh: the pages say what explain and help say, and there are no
// others.
func TestPagesAreFresh(t *testing.T) {
	pages := Pages()
	for name, want := range pages {
		file := filepath.Join("..", "..", "..", "..", "doc", filepath.FromSlash(name))
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("doc/%s is not what help prints (%v); run: go test ./cmd/deadlocklint/internal/dispatch -run TestPagesAreFresh -update", name, err)
		}
	}
	for _, dir := range []string{"checks", "commands"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "doc", dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if _, ok := pages[dir+"/"+filepath.Base(f)]; !ok {
				t.Errorf("%s is about nothing that there is; remove it", f)
			}
		}
	}
}

// TestEachCheckIsExplained: help prints something of its own about each check, and a page has wrong code, right code and
// the comment that silences it.
func TestEachCheckIsExplained(t *testing.T) {
	for _, name := range checks.All() {
		call(t, "help", string(name)).want(t, string(name), 0, "")
	}
	for name, page := range Pages() {
		check, isCheck := strings.CutPrefix(strings.TrimSuffix(name, ".md"), "checks/")
		if isCheck && check != "README" && !strings.Contains(page, "//deadlocklint:") {
			t.Errorf("%s does not say how a report is silenced", name)
		}
	}
}
