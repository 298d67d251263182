//go:build rest

package run_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestRacesOverlap compares the races of random ranges of bytes with a look at each byte. The
// ranges begin at different addresses, and both orders of those that share a byte are made.
func TestRacesOverlap(t *testing.T) {
	t.Parallel()
	const size, tests = 48, 16
	random := rand.New(rand.NewPCG(1, 2))
	span := func() (from, to int) {
		from = random.IntN(size)
		return from, from + 1 + random.IntN(min(12, size-from))
	}
	var source strings.Builder
	source.WriteString("package m\n\nimport \"testing\"\n")
	var want []string
	for i := range tests {
		a, b := span()
		c, d := span()
		name := fmt.Sprintf("TestRange%02d", i)
		fmt.Fprintf(&source, `
func %s(t *testing.T) {
	p, to, from := make([]byte, %d), make([]byte, %d), make([]byte, %d)
	done := make(chan bool)
	go func() {
		copy(p[%d:%d], from)
		done <- true
	}()
	copy(to, p[%d:%d])
	<-done
}
`, name, size, size, size, a, b, c, d)
		shared := false
		for at := range size {
			shared = shared || a <= at && at < b && c <= at && at < d
		}
		if shared {
			want = append(want, name)
		}
	}
	if len(want) == 0 || len(want) == tests {
		t.Fatalf("%d of %d ranges overlap", len(want), tests)
	}
	dir := moduletest.Module(t, "", "m_test.go", source.String())
	doc, _, stderr := runtest.Invoke(t, "races", "-C="+dir, "-json", ".")
	var got []string
	for _, f := range doc.Findings {
		if !f.Dynamic.NoEffect {
			t.Errorf("%s: %s", f.Status, f.Message)
		}
		got = append(got, f.Tests...)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("races of %q, want %q\n%s", got, want, stderr)
	}
}
