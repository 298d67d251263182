package confirm

import (
	"fmt"
	"strings"
	"testing"
)

// hidden is the exit status of a run in which a test failed, and that ended with 0.
const hidden = -1

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		name, text string
		exit       int
		want       string
	}{
		{"passed", "--- FAIL: TestX (0.00s)\npanic: no\n", 0, "{0   []}"},
		{"served", "2026/01/02 http: panic serving 127.0.0.1:80: in a handler\nhttp: panic serving 127.0.0.1:80: second\n", 0, "{0  in a handler []}"},
		{"failed", "--- FAIL: TestX (0.00s)\n    x_test.go:9: got 3\nFAIL\n", 1, "{1   [{TestX x_test.go:9: got 3}]}"},
		{"subtest", "--- FAIL: TestX (0.00s)\n    --- FAIL: TestX/a (0.00s)\n        x_test.go:9: got 3\nFAIL\n", 1, "{1   [{TestX } {TestX/a x_test.go:9: got 3}]}"},
		{"order", "--- FAIL: TestY (0.00s)\n--- FAIL: TestX (0.00s)\n--- FAIL: TestX (0.00s)\n", 1, "{1   [{TestX } {TestY }]}"},
		{"after what was printed", "50 %--- FAIL: TestX (0.00s)\n", 1, "{1   [{TestX }]}"},
		{"panic", "panic: boom\n\ngoroutine 7 [running]:\nmain.f()\n", 2, "{2 panic: boom  []}"},
		{"panic in a test", "--- FAIL: TestX (0.00s)\npanic: boom [recovered, repanicked]\n", 2, "{2 panic: boom  [{TestX }]}"},
		{"behind a recovered one", "panic: boom [recovered]\n\tpanic: worse [recovered]\n\tpanic: worst\n\ngoroutine 7 [running]:\n\tpanic: no\n", 2, "{2 panic: worst  []}"},
		{"behind one that nobody recovered", "panic: boom\n\tpanic: in a deferred call\n\ngoroutine 7 [running]:\n", 2, "{2 panic: boom  []}"},
		{"repanicked, then another", "panic: boom [recovered, repanicked]\n\tpanic: later\n\n", 2, "{2 panic: boom  []}"},
		{"chains of two processes", "panic: boom [recovered]\n\npanic: boom\n\tpanic: second\n", 2, "{2 panic: boom  []}"},
		{"fatal", "fatal error: concurrent map writes\npanic: later\n", 2, "{2 fatal error: concurrent map writes  []}"},
		{"hidden", "--- FAIL: TestX (0.00s)\n", hidden, "{0   [{TestX }]}"},
		{"exit", "we say panic: now\n--- FAIL: \n", 3, "{3   []}"},
	} {
		for _, size := range []int{1, 7, 1 << 10} {
			h := &outputReader{}
			s := h.stream()
			for rest := c.text; rest != ""; rest = rest[min(size, len(rest)):] {
				if _, err := s.Write([]byte(rest[:min(size, len(rest))])); err != nil {
					t.Fatal(err)
				}
			}
			if got := fmt.Sprint(h.end(max(c.exit, 0), c.exit == hidden)); got != c.want {
				t.Errorf("%s in pieces of %d: %s, want %s", c.name, size, got, c.want)
			}
		}
	}
}

func TestOutcomeLongLine(t *testing.T) {
	h := &outputReader{}
	s := h.stream()
	fmt.Fprintf(s, "panic: %s\npanic: second\n", strings.Repeat("x", 10*maxSaid))
	if got := h.end(2, false).Panic; len(got) != maxSaid {
		t.Errorf("%d bytes are kept, want %d", len(got), maxSaid)
	}
}
