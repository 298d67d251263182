package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestConditionsUnderRace: what is not known under the race detector is said.
func TestConditionsUnderRace(t *testing.T) {
	for _, race := range []bool{true, false} {
		notes := report.Stats{Conditions: &report.Conditions{Gates: 2, Race: race}}.Notes()
		if (len(notes) > 0) != race {
			t.Errorf("-race: %v; the notes are %q", race, notes)
		}
	}
}

// tables is what may happen to the table of a recording, and what is said of it.
var tables = []struct {
	name, says string
	status     int
	change     func(b []byte) []byte
}{
	{"left alone", "", report.ExitClean, func(b []byte) []byte { return b }},
	{"gone", "conditions.json is gone", report.ExitClean, nil},
	{"of another program", "that of another recording", report.ExitClean, func([]byte) []byte {
		return []byte(`{"version":1,"sites":[{"kind":"op","op":"wait"}]}`)
	}},
	{"other sites", "that of another recording", report.ExitClean, func(b []byte) []byte {
		return []byte(strings.ReplaceAll(string(b), `"write"`, `"op"`))
	}},
	{"no variables", "it has no variable; record again", report.ExitFailed, func(b []byte) []byte {
		return []byte(`{"version":1,"sites":[{"kind":"units"}]}`)
	}},
	{"no condition", "it has no condition; record again", report.ExitFailed, func(b []byte) []byte {
		return []byte(`{"version":1,"sites":[{"kind":"loop"}]}`)
	}},
	{"cut off", "is damaged", report.ExitFailed, func(b []byte) []byte { return b[:len(b)/2] }},
}

// TestDamagedConditions: without the table that belongs to it a recording says less,
// and that is said.
func TestDamagedConditions(t *testing.T) {
	t.Parallel()
	keep := filepath.Join(t.TempDir(), "recording")
	dir := moduletest.Source(t, "sets")
	call(t, "run", "-json", "-static=false", "-tries=0", "-keep="+keep, "-C="+dir, ".").want(t, "run", report.ExitClean)
	name := filepath.Join(keep, condvar.TableFile)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range tables {
		if c.change == nil {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, c.change(whole), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		o := call(t, "confirm", "-tries=0", "-json", keep)
		said := strings.Join(append(o.Stats.Limits, o.Stats.Failures...), "\n") + o.message
		if o.status != c.status || !strings.Contains(said, c.says) || c.says == "" && strings.Contains(said, "conditions") {
			t.Errorf("%s: status %d, said %q, want %q", c.name, o.status, said, c.says)
		}
	}
}
