package words

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestWordsThatNobodyWants(t *testing.T) {
	finish(t, func() {
		text := "The cat, the dog - and the bird."
		if i := Index(text, "DOG"); i != 3 {
			t.Error(i)
		}
		if i := Index(text, "cow"); i != -1 {
			t.Error(i)
		}
		if h := Head(text, 2); len(h) != 2 || h[1] != "cat" {
			t.Error(h)
		}
		if w := Common(text, "a bird and a dog"); w != "dog" {
			t.Error(w)
		}
		if n := Count(text)["the"]; n != 3 {
			t.Error(n)
		}
	})
	gone(t, "words.scan")
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}

// gone fails the test when a goroutine that runs function is left after two seconds.
func gone(t *testing.T, function string) {
	t.Helper()
	buf := make([]byte, 1<<20)
	for range 200 {
		if !strings.Contains(string(buf[:runtime.Stack(buf, true)]), function) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("hangs: a goroutine runs %s", function)
}
