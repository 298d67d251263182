package typestate

import (
	"slices"
	"testing"
)

// TestWithout leaves out the objects that some tests have called, and keeps one that another test has called as well. Calls outside
// of tests keep no object of such a test.
func TestWithout(t *testing.T) {
	const lines = `
t1 go t2
t1 go t3
t2 test TestA
t3 test TestB
t2 call a Box.Open; t2 return a -
t3 call b Box.Open; t3 return b -
t2 call both Box.Open; t2 return both -
t3 call both Box.Close; t3 return both -
t1 call none Box.Open; t1 return none -
t1 call mixed Box.Open; t1 return mixed -
t2 call mixed Box.Close; t2 return mixed -
`
	for _, c := range []struct {
		out  []string
		want int
	}{{nil, 7}, {[]string{"TestA"}, 4}, {[]string{"TestA", "TestB"}, 1}, {[]string{"TestA", "TestB", ""}, 0}} {
		rest := read(t, lines).Without(func(test string) bool { return slices.Contains(c.out, test) })
		if len(rest.Calls) != c.want {
			t.Errorf("without %q: %d calls, want %d", c.out, len(rest.Calls), c.want)
		}
	}
}
