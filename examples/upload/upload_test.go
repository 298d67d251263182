package upload

import (
	"sync"
	"testing"
	"time"
)

func TestUpload(t *testing.T) {
	u := New()
	var sent sync.WaitGroup
	sent.Go(func() { u.Send(1, "head") })
	time.Sleep(20 * time.Millisecond)
	// fix: sent.Wait()
	u.Close()
	sent.Wait()
}
