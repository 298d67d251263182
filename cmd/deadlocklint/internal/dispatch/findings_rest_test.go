//go:build rest

package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestCommentSilencesEveryStage(t *testing.T) {
	dir := crossed(t)
	id := call(t, "-json", "-C="+dir, "./...").only(t, "static").ID
	text, err := os.ReadFile(filepath.Join(dir, "m.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lockorder", "cycle", id} {
		// On the side that is not the finding's position.
		silent := strings.Replace(string(text), "\tt.b.Lock()\n\tt.a.Lock()", "\tt.b.Lock()\n\tt.a.Lock() //deadlocklint:ignore "+name+" they never meet", 1)
		moduletest.Write(t, dir, "m.go", silent)
		call(t, "-json", "-C="+dir, "./...").silenced(t, "static, "+name, id, "comment: they never meet")
	}
	call(t, "test", "-C="+dir, "-json", "-tries=1", ".").silenced(t, "test", id, "comment: they never meet")
	call(t, "test", "-C="+dir, "-json", "-tries=1", "-static=false", ".").silenced(t, "test without static checks", id, "comment: they never meet")
	o := call(t, "-C="+dir, "./...")
	o.want(t, "text", report.ExitClean, "nothing found", "silenced: 1 comment")
}
