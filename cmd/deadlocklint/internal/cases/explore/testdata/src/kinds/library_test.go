package m

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestLibraryPanics(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	wg.Go(func() { n.Store(1) })
	_ = strings.Repeat("x", -int(n.Load()))
	wg.Wait()
}
