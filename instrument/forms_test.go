package instrument

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// A formsModule is a module with a program for each form, and its overlay: one list of the go command and one look
// for all of them.
type formsModule struct {
	dir      string
	table    *condvar.Table
	replaced map[string]string
}

// overlayOf makes the overlay of a program of testdata, as one of a release of Go.
func overlayOf(t *testing.T, goLine, program string, opt Options) formsModule {
	t.Helper()
	m := formsModule{dir: fixture.Copy(t, program)}
	write(t, filepath.Join(m.dir, "go.mod"), "module example.com/forms\n\ngo "+goLine+"\n")
	opt.Dir, opt.Patterns = m.dir, []string{"./..."}
	name, table, err := Overlay(t.Context(), t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	m.table, m.replaced = table, replacedBy(t, name)
	return m
}

// replacedBy are the files of an overlay, by the files that they replace.
func replacedBy(t *testing.T, overlay string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(overlay)
	if err != nil {
		t.Fatal(err)
	}
	var o overlayFile
	if err := json.Unmarshal(b, &o); err != nil {
		t.Fatal(err)
	}
	return o.Replace
}

func (m formsModule) file(form string) string { return filepath.Join(m.dir, form, "main.go") }

// A formsPart is the part of the table that is about one form.
type formsPart struct {
	file                      string
	conditions, gates, writes int
	givenUp                   string
}

func (m formsModule) part(form string) formsPart {
	p := formsPart{file: m.file(form)}
	for _, s := range m.table.Sites {
		if !strings.HasPrefix(s.Pos, p.file+":") {
			continue
		}
		switch s.Kind {
		case condvar.SiteWrite:
			p.writes++
		case condvar.SiteLoop, condvar.SiteIf:
			if s.Gate {
				p.gates++
			} else {
				p.conditions++
			}
		}
	}
	var lines []string
	for _, line := range m.table.GivenUp {
		if strings.HasPrefix(line, p.file) {
			lines = append(lines, line)
		}
	}
	p.givenUp = strings.Join(lines, "\n")
	return p
}
