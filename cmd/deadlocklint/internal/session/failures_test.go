package session

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// What go test writes of three packages: one is not built, two fail, and one goes well.
const failedText = `--- FAIL: TestOther (0.00s)
    x_test.go:3: wrong
    --- FAIL: TestOther/sub (0.00s)
    --- FAIL: TestOther/sub#01 (0.00s)
--- FAIL: TestOtherwise (0.00s)
FAIL
FAIL	m/a	0.01s
ok  	m/b	0.01s
FAIL	m/c [build failed]
no database here
exit status 7
FAIL	m/d	0.02s
FAIL
`

const failedEvents = `{"Action":"fail","Package":"m/a","Test":"TestOther/sub"}
{"Action":"fail","Package":"m/a","Test":"TestOther/sub#01"}
{"Action":"fail","Package":"m/a","Test":"TestOther"}
{"Action":"pass","Package":"m/b","Test":"TestWell"}
{"Action":"fail","Package":"m/c","FailedBuild":"m/c"}
{"Action":"fail","Package":"m/a","Test":"TestOtherwise"}
{"Action":"pass","Package":"m/b"}
{"Action":"fail","Package":"m/a"}
{"Action":"fail","Package":"m/d"}
`

// TestFailures: the failed tests are named, by their subtests where these failed; so are packages that were not built.
func TestFailures(t *testing.T) {
	want := []string{
		"m/a.TestOther/sub failed; the output of go test says why",
		"m/a.TestOther/sub#01 failed; the output of go test says why",
		"m/a.TestOtherwise failed; the output of go test says why",
		"m/c was not built; the output of go test says why",
		"m/d failed outside of its tests; the output of go test says how",
	}
	for _, size := range []int{1, 7, 1000} {
		lines, events := &failureWriter{to: io.Discard}, &eventWriter{events: io.Discard, text: io.Discard}
		write(t, lines, failedText, size)
		write(t, events, failedEvents, size)
		for _, got := range [][]string{lines.lines, events.lines} {
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("in pieces of %d: %q", size, got)
			}
		}
		if got := lines.said; len(got) != 1 || got["m/d"] != "no database here\n" {
			t.Errorf("in pieces of %d: outside of tests %q was said", size, got)
		}
	}
}

func write(t *testing.T, w io.Writer, text string, size int) {
	t.Helper()
	for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
		if _, err := io.Copy(w, bytes.NewReader(rest[:min(size, len(rest))])); err != nil {
			t.Fatal(err)
		}
	}
}
