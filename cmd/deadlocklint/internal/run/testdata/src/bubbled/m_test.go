package m

import (
	"testing"
	"testing/synctest"
)

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		go func() { n++ }()
		go func() { n++ }()
		synctest.Wait()
	})
}
