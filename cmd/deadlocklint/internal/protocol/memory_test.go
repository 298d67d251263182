package protocol

import (
	"regexp"
	"testing"

	"github.com/deadlocklint/deadlocklint/typestate"
)

// TestTestsOf runs the tests of all calls and no others, and all tests when one call was
// made outside of any.
func TestTestsOf(t *testing.T) {
	of := func(names ...string) (list []*breach) {
		for _, n := range names {
			list = append(list, &breach{Violation: typestate.Violation{Call: &typestate.Call{Test: n}}})
		}
		return list
	}
	pattern := regexp.MustCompile(testsOf(of("TestA", "TestB/sub(1)", "TestA")))
	for name, want := range map[string]bool{"TestA": true, "TestB": true, "TestAll": false, "ATestA": false} {
		if pattern.MatchString(name) != want {
			t.Errorf("%v matches %s: %t", pattern, name, !want)
		}
	}
	if got := testsOf(of("TestA", "")); got != "" {
		t.Errorf("%q, want all", got)
	}
}
