package wording

import (
	"strings"
	"testing"
)

// Each operation has words of its own, none of which is the name that files have for it.
func TestEachOperationHasWords(t *testing.T) {
	for op, o := range operations {
		if o.does == "" || o.noun == "" {
			t.Errorf("%s lacks words: %+v", op, o)
		}
		if o.waits != "" && o.object == "" && op != "select" {
			t.Errorf("%s has no word for an object without a name", op)
		}
		for _, words := range []string{Does(op, "p.x"), Did(op, "p.x"), Does(op, ""), Waits(op, ""), Waits(op, "p.x"), Skips(op, "p.x")} {
			if strings.Contains(words, "X") {
				t.Errorf("%s: a place for the object is left: %s", op, words)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Does("wgwait", "p.x"), "waits for WaitGroup p.x"},
		{"waits " + Waits("wgwait", "p.x"), "waits for WaitGroup p.x"},
		{"waits " + Waits("wgwait", ""), "waits for a WaitGroup"},
		{Does("wgwait", ""), "waits for a WaitGroup"},
		{Does("oncedone", "p.inside"), "calls Do of p.inside"},
		{Did("oncedone", "p.inside"), "finds p.inside done"},
		{Did("request", "p.mu"), "has to wait for p.mu"},
		{Waits("select", ""), "in a select"},
		{Waits("send", ""), "to send on a channel"},
		{Waits("unlock", "p.mu"), ""},
		{Does("wake", ""), "goes on after its wait"},
		{Skips("send", "p.c"), "sends nothing on p.c, and goes on"},
		{Noun("wgadd"), "Add"},
		{A("rrequest"), "an RLock"},
		{A("recv"), "a receive"},
		{A("signal"), "a Signal"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
