package m

import (
	"testing"
	"testing/synctest"
)

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() {}()
		synctest.Wait()
	})
}

func TestPlain(t *testing.T) {
	done := make(chan bool)
	go func() { close(done) }()
	<-done
}
