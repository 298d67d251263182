package tx

import (
	"testing"
	"time"
)

func TestCommitBesideRollback(t *testing.T) {
	x := &Tx{}
	expire := time.AfterFunc(20*time.Millisecond, func() { _ = x.Rollback() })
	defer expire.Stop()
	x.Insert("a")
	if err := x.Commit(); err != nil {
		t.Error(err)
	}
	time.Sleep(50 * time.Millisecond)
}
