package tx_fixed

import (
	"testing"
	"time"
)

func TestCommitBeforeRollback(t *testing.T) {
	x := &Tx{}
	x.Insert("a")
	if err := x.Commit(); err != nil {
		t.Error(err)
	}
	expire := time.AfterFunc(20*time.Millisecond, func() { _ = x.Rollback() })
	defer expire.Stop()
	time.Sleep(50 * time.Millisecond)
}
