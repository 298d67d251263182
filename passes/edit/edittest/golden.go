package edittest

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// rewrite writes the golden files anew.
func rewrite(t *testing.T, results []*analysistest.Result) {
	t.Helper()
	edits := map[string][]analysis.TextEdit{}
	files := map[string]func(analysis.TextEdit) (int, int){}
	for _, r := range results {
		fset := r.Pass.Fset
		for _, d := range r.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					file := fset.File(e.Pos)
					edits[file.Name()] = append(edits[file.Name()], e)
					files[file.Name()] = func(e analysis.TextEdit) (int, int) { return file.Offset(e.Pos), file.Offset(e.End) }
				}
			}
		}
	}
	for name, list := range edits {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if src, err = format.Source(apply(src, list, files[name])); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := os.WriteFile(name+".golden", src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func apply(src []byte, list []analysis.TextEdit, offsets func(analysis.TextEdit) (int, int)) []byte {
	slices.SortStableFunc(list, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	var out bytes.Buffer
	at := 0
	for _, e := range list {
		from, to := offsets(e)
		out.Write(src[at:from])
		out.Write(e.NewText)
		at = to
	}
	out.Write(src[at:])
	return out.Bytes()
}
