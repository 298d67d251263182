package a

import (
	"os"
	"testing"
)

// TestRan counts its runs in a file outside of the module, which go test does not look at.
func TestRan(t *testing.T) {
	f, err := os.OpenFile("../ran", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
}
