package structure

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// house reads the module in testdata/house.txtar.
func house(t *testing.T) *Module {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "house.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRead(t *testing.T) {
	m := house(t)
	want := []string{
		"attic [attic.go attic_off.go] imports [passes/other]",
		"bench [bench.go] imports [passes/other] nested main",
		"bench/load [load.go] imports [] nested",
		"cmd/house [main.go] imports [internal/words lockgraph] main",
		"internal/words [generated.go words.go words_windows.go] imports [lockgraph passes/other]",
		"lockgraph [first.go fourth.go second.go third.go] imports []",
		"passes/other [other.go] imports []",
	}
	var got []string
	for _, p := range m.Packages {
		s := fmt.Sprintf("%s %v imports %v", p.Path, p.Files, p.Imports)
		if p.Nested {
			s += " nested"
		}
		if p.Main {
			s += " main"
		}
		got = append(got, s)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p := m.Packages[3]; p.Lines != 11 {
		t.Errorf("%s has %d lines, want 11", p.Path, p.Lines)
	}
}

func TestReadRefuses(t *testing.T) {
	if _, err := Read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no go.mod") {
		t.Errorf("a directory without a module: %v", err)
	}
	m := house(t)
	if err := os.WriteFile(filepath.Join(m.Dir, "passes", "other", "broken.go"), []byte("package"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(m.Dir); err == nil || !strings.Contains(err.Error(), "broken.go:1") {
		t.Errorf("a broken file: %v", err)
	}
}

func TestRooms(t *testing.T) {
	var got []string
	for _, r := range house(t).Rooms() {
		got = append(got, fmt.Sprintf("%d %s", r.Layer, r.Name))
	}
	if want := []string{"5 bench", "4 cmd", "2 passes", "1 lockgraph", "0 internal", "-1 attic"}; !slices.Equal(got, want) {
		t.Errorf("rooms %q, want %q", got, want)
	}
}

func TestArrows(t *testing.T) {
	var got []string
	for _, a := range house(t).Arrows() {
		got = append(got, fmt.Sprintf("%s -> %s %d up %t", a.From, a.To, len(a.Imports), a.Up))
	}
	want := []string{
		"attic -> passes 1 up false",
		"bench -> passes 1 up false",
		"cmd -> internal 1 up false",
		"cmd -> lockgraph 1 up false",
		"internal -> lockgraph 1 up true",
		"internal -> passes 1 up true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("arrows %q, want %q", got, want)
	}
}

func TestUnreached(t *testing.T) {
	var got []string
	for _, p := range house(t).Unreached() {
		got = append(got, p.Path)
	}
	if want := []string{"attic"}; !slices.Equal(got, want) {
		t.Errorf("unreached %q, want %q", got, want)
	}
}

func TestProgram(t *testing.T) {
	p, err := house(t).Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	circles := fmt.Sprint(p.Circles())
	if want := "[{lockgraph [first.go second.go third.go]}]"; circles != want {
		t.Errorf("circles %s, want %s", circles, want)
	}
	for _, c := range []struct{ kept, dead, needless []string }{
		{nil, []string{"internal/words.Quiet.Say", "internal/words.unused", "internal/words.onlyUnused", "lockgraph.T.dead"}, nil},
		{[]string{"internal/words.unused", "lockgraph.T.dead"}, []string{"internal/words.Quiet.Say"}, nil},
		{[]string{"internal/words.Quiet.Say", "internal/words.unused", "lockgraph.T.dead", "lockgraph.First"}, nil, []string{"lockgraph.First"}},
	} {
		dead, needless, err := p.Dead(func(f Function) bool { return slices.Contains(c.kept, f.String()) })
		if err != nil {
			t.Fatal(err)
		}
		if got := names(dead); !slices.Equal(got, c.dead) {
			t.Errorf("kept %q: dead %q, want %q", c.kept, got, c.dead)
		}
		if got := names(needless); !slices.Equal(got, c.needless) {
			t.Errorf("kept %q: needless %q, want %q", c.kept, got, c.needless)
		}
	}
}

func names(list []Function) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.String())
	}
	return names
}

func TestLoadRefuses(t *testing.T) {
	m := house(t)
	if err := os.WriteFile(filepath.Join(m.Dir, "passes", "other", "wrong.go"), []byte("package other\n\nvar x int = nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Load(context.Background()); err == nil || !strings.Contains(err.Error(), "passes/other does not build") {
		t.Errorf("a module that does not build: %v", err)
	}
}

func TestPicture(t *testing.T) {
	m := house(t)
	picture, err := m.Measure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var text, svg strings.Builder
	if err := picture.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := picture.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"floor 4\n  cmd", "no floor\n  attic", "circle of 3 files\n", "module of its own\n",
		"internal     -> lockgraph       1  UPWARDS\n      internal/words imports lockgraph\n",
		"  internal/words.unused (words.go:17)\n", "        2  imports that run upwards\n", "        4  functions that no product calls\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.String())
		}
	}
	boxes, red := 0, 0
	for d := xml.NewDecoder(strings.NewReader(svg.String())); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				boxes += btoi(a.Name.Local == "rx")
				red += btoi(a.Value == "url(#up)")
			}
		}
	}
	if boxes != 6 || red != 2 {
		t.Errorf("%d rooms and %d red arrows are drawn, want 6 and 2:\n%s", boxes, red, svg.String())
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
