package slow

import (
	"testing"
	"time"
)

func TestSlow(t *testing.T) {
	done := make(chan bool)
	time.AfterFunc(2500*time.Millisecond, func() { close(done) })
	<-done
}
