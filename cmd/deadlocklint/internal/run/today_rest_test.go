//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Tests that compare their clock with times from outside of a run are explored at the time of
// day that it is, and what is found so is found again. A test that fails by itself still does.
func TestExploreToday(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", `package m

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

var made time.Time

func TestMain(m *testing.M) { made = time.Now().Round(0); os.Exit(m.Run()) }

func TestFile(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }() // left when the test fails
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || time.Now().Sub(info.ModTime()).Abs() > time.Minute {
		t.Fatal(err, info.ModTime())
	}
	<-c
}

func TestToken(t *testing.T) {
	if time.Now().Round(0).Before(made) {
		t.Fatal("not valid yet")
	}
	c, d := make(chan int, 1), make(chan int, 1)
	go func() { c <- 1 }()
	go func() { d <- 1 }()
	select {
	case <-c:
	case <-d:
		<-c
		<-d
	}
}

func TestFails(t *testing.T) {
	if time.Now().Year() > 1970 {
		t.Fatal("late")
	}
}
`)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=20", "-run=File|Token", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed || strings.Contains(stderr, "fails") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	doc, _, stderr = invoke(t, "explore", "-C="+dir, "-json", "-runs=2", "-run=Fails", ".")
	if len(doc.Findings) != 0 || !strings.Contains(stderr, "fails under the base schedule") {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}
