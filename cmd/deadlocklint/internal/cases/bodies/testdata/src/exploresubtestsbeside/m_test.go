package m

import (
	"sync"
	"testing"
)

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func TestBeside(t *testing.T) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { t.Parallel(); both(&a, &b) })
	t.Run("other", func(t *testing.T) { t.Parallel(); both(&b, &a) })
}

func TestBehind(t *testing.T) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { both(&a, &b) })
	t.Run("other", func(t *testing.T) { both(&b, &a) })
}
