package meter

import (
	"testing"
	"time"
)

func TestAdd(t *testing.T) {
	m := New()
	m.Add(1)
	time.Sleep(20 * time.Millisecond)
	m.Add(2)
	m.Close()
}
