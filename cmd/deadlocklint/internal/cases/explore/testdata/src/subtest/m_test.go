package m

import (
	"sync"
	"testing"
)

func pair(t *testing.T, begin func(*testing.T)) {
	var a, b sync.Mutex
	t.Run("one", func(t *testing.T) { begin(t); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	t.Run("two", func(t *testing.T) { begin(t); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
}

func TestBehind(t *testing.T) { pair(t, func(*testing.T) {}) }
func TestBeside(t *testing.T) { pair(t, (*testing.T).Parallel) }
