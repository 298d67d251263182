package m

import (
	"fmt"
	"testing"
)

func FuzzNone(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) {}) }

func Example() {
	fmt.Println("x") // Output: x
}

func BenchmarkNone(b *testing.B) {}

func TestNone(t *testing.T) {}
