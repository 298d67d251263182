package lost

import (
	"testing"
	"time"
)

func TestBox(t *testing.T) {
	b := New()
	done := make(chan bool)
	go func() {
		b.Take()
		close(done)
	}()
	time.Sleep(10 * time.Millisecond)
	b.Put()
	<-done
}
