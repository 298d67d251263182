package automaton

import (
	"strings"
	"testing"
)

// TestLines draws an automaton, and names what a state forbids.
func TestLines(t *testing.T) {
	list, err := Parse([]byte("type p.T\nstate open\n  Put Get -> open\n  Close -> over\nstate over final\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := "open  Get, Put -> open   Close -> over\nover  end   <- here Put is forbidden"
	if got := strings.Join(list[0].Lines("over", "Put"), "\n"); got != want {
		t.Errorf("drawn\n%s\nwant\n%s", got, want)
	}
}
