package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The packages of one command share the time: the shares never add up to more.
func TestTimeShare(t *testing.T) {
	dir := t.TempDir()
	const total = time.Hour
	var sum time.Duration
	for i := range 4 {
		share, err := timeShare(dir, total, 4)
		if err != nil {
			t.Fatal(err)
		}
		if off := share - total/4; off.Abs() > time.Minute {
			t.Errorf("share %d is %s", i, share)
		}
		sum += share // the package takes what it has
		begun := time.Now().Add(-sum)
		if err := os.Chtimes(filepath.Join(dir, begunFile), begun, begun); err != nil {
			t.Fatal(err)
		}
	}
	if sum > total+time.Second {
		t.Errorf("together they had %s", sum)
	}
	if share, err := timeShare(dir, total, 0); err != nil || share > total-sum+time.Minute {
		t.Errorf("one too many had %s, %v", share, err)
	}
}
