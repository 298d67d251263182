package revision

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/impact"
)

// repository makes one with a file in a directory below its top.
func repository(t *testing.T, text string) (dir string) {
	t.Helper()
	top := t.TempDir()
	dir = filepath.Join(top, "sub")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.go"), text)
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestChanged(t *testing.T) {
	dir := repository(t, "a\nb\n-- c\nd\ne\n")
	if got, err := Changed(context.Background(), "HEAD", dir); err != nil || len(got) != 0 {
		t.Errorf("%v, %v of what did not change", got, err)
	}
	write(t, filepath.Join(dir, "a.go"), "a\nB\nd\ne\nf\ng\n")
	write(t, filepath.Join(dir, "new.go"), "x\ny\n")
	write(t, filepath.Join(dir, "other.txt"), "x\ny\n")
	got, err := Changed(context.Background(), "HEAD", dir)
	want := []impact.Hunk{{File: "a.go", From: 2, To: 2, Deleted: []string{"b", "-- c"}}, {File: "a.go", From: 5, To: 6}, {File: "new.go", From: 1, To: 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
	write(t, filepath.Join(dir, "a.go"), "a\nb\n-- c\ne\n")
	got, err = Changed(context.Background(), "HEAD", dir)
	want = []impact.Hunk{{File: "a.go", From: 4, To: 3, Deleted: []string{"d"}}, want[2]}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
}

func TestChangedComplains(t *testing.T) {
	dir := repository(t, "a\n")
	for _, c := range []struct{ rev, dir, want string }{
		{"nothing", dir, "name a commit"}, {"--output=x", dir, "is no revision"}, {"HEAD", t.TempDir(), "name a commit"},
	} {
		if _, err := Changed(context.Background(), c.rev, c.dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s in %s: %v", c.rev, c.dir, err)
		}
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add("--- a/x.go\n+++ b/x.go\n@@ -3,2 +3 @@ func f()\n-a\n-b\n+c\n")
	f.Add("+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")
	f.Add("@@ -1,9999999999999999999 +- @@")
	f.Fuzz(func(t *testing.T, diff string) {
		for _, h := range parseDiff([]byte(diff)) {
			if h.To < h.From-1 {
				t.Errorf("%+v of %q", h, diff)
			}
		}
	})
}
