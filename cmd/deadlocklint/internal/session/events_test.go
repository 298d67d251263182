package session

import (
	"bytes"
	"testing"
)

// TestEvents: events go to one writer as they are, and their text to the other, in any pieces.
func TestEvents(t *testing.T) {
	const events = `{"Action":"start","Package":"m"}
{"Action":"output","Package":"m","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"output","Package":"m","Test":"TestX","Output":"    x_test.go:3: wrong\n"}
{"Action":"output","Package":"m","Test":"TestX","Output":"--- FAIL: TestX (0.00s)\n"}
{"Action":"output","Package":"m","Output":"FAIL\n"}
`
	const message, said = "go: downloading example.com/x\n", "    x_test.go:3: wrong\n--- FAIL: TestX (0.00s)\nFAIL\n"
	for _, size := range []int{1, 7, 1000} {
		var passed, text bytes.Buffer
		w := &eventWriter{events: &passed, text: &text}
		for rest := []byte(message + events); len(rest) > 0; {
			n := min(size, len(rest))
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if passed.String() != events || text.String() != message+said {
			t.Errorf("in pieces of %d: events\n%s\ntext\n%s", size, &passed, &text)
		}
	}
}
