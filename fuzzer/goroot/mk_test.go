package goroot

import (
	"context"
	"os"
	"testing"
)

func TestMk(t *testing.T) {
	tc, err := Resolve(context.Background(), ".")
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll("/tmp/dlcache")
	s, err := Make(tc, "/tmp/dlcache")
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/shadow", []byte(s.Dir), 0o644)
	t.Log(s.Dir, s.Missing)
}
