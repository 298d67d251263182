package twice

import (
	"sync"
	"testing"
)

var mu sync.Mutex

func TestTwice(t *testing.T) {
	mu.Lock()
	mu.Lock()
}
