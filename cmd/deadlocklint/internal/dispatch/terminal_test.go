package dispatch

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHosts: the other forms that a run can be asked for at once.
func TestHosts(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	junit := filepath.Join(t.TempDir(), "junit.xml")
	o := call(t, "confirm", "-tries=0", "-q", "-github", "-junit", junit, dir)
	if n := strings.Count(o.out, "\n"); strings.Contains(o.out, "goroutine 1") || n > 0 && !strings.Contains(o.out, "deadlock feasible") {
		t.Errorf("-q wrote %s", o.out)
	}
	if !strings.Contains(o.err, "::error ") && !strings.Contains(o.err, "::notice ") {
		t.Errorf("-github wrote %s", o.err)
	}
	b, err := os.ReadFile(junit)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tests int `xml:"tests,attr"`
	}
	if err := xml.Unmarshal(b, &doc); err != nil || doc.Tests == 0 {
		t.Errorf("%v: %s", err, b)
	}
}

// TestQuietSilence: -q says nothing when there is nothing to say.
func TestQuietSilence(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "nothing")
	if o := call(t, "confirm", "-tries=0", "-q", dir); o.out != "" || o.status != 0 {
		t.Errorf("exit status %d, %q", o.status, o.out)
	}
}
