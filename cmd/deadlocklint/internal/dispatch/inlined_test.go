package dispatch

import (
	"strings"
	"testing"
)

// inlined has functions that the compiler puts into their callers, with the literals in them.
const inlined = `
-- go.mod --
module example.com/c
go 1.24
-- c.go --
package c

import "sync"

type T struct{ a, b sync.Mutex }

func (t *T) ab() func() {
	return func() {
		t.a.Lock()
		t.b.Lock()
		t.b.Unlock()
		t.a.Unlock()
	}
}

func (t *T) ba() func() {
	return func() {
		t.b.Lock()
		t.a.Lock()
		t.a.Unlock()
		t.b.Unlock()
	}
}
-- c_test.go --
package c

import "testing"

func Test(t *testing.T) {
	var two []*T
	for range 2 {
		two = append(two, new(T))
	}
	ab, ba := two[0].ab(), two[1].ba()
	ab()
	_ = ba
`

// TestInlinedIsReached: a literal that ran under the name of the caller was reached; one that did not run was not.
func TestInlinedIsReached(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]string{"}\n": "c.go:18 in example.com/c.(*T).ba.func1 was never reached", "\tba()\n}\n": "every place was reached"} {
		doc, _, _ := invoke(t, "test", "-C", moduleOf(t, inlined+end), "-json", "-tries=0", ".")
		if len(doc.Findings) != 1 || doc.Findings[0].Dynamic == nil {
			t.Errorf("%q: %+v", end, doc.Findings)
			continue
		}
		reason := doc.Findings[0].Dynamic.Reason
		if !strings.Contains(reason, want) || strings.Contains(reason, "ab.func1") {
			t.Errorf("%q: %s", end, reason)
		}
	}
}
