package goroot

import (
	"context"
	"testing"
)

// TestEveryPatternIsThere names what a Go release changed.
func TestEveryPatternIsThere(t *testing.T) {
	tc, err := Resolve(context.Background(), ".")
	if err != nil {
		t.Fatal(err)
	}
	files, missing, err := patched(tc)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missing {
		t.Errorf("%s: missing %s", tc.Version, m)
	}
	if len(files) < 12 {
		t.Errorf("only %d files patched", len(files))
	}
}
