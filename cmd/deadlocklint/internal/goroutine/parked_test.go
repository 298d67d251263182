package goroutine

import "testing"

// TestInPackage: a dump and a finding name a function of package main alike, but for the package.
func TestInPackage(t *testing.T) {
	for _, c := range []struct {
		dump, finding string
		same          bool
	}{
		{"main.(*pair).raise", "example.com/m.(*pair).raise", true},
		{"main.main.func1", "example.com/m/cmd.main.func1", true},
		{"example.com/a.b/m.f[...]", "example.com/a.b/m.f[...]", true},
		{"main.lower", "example.com/m.raise", false},
	} {
		if (inPackage(c.dump) == inPackage(c.finding)) != c.same {
			t.Errorf("%s and %s are one function: %t", c.dump, c.finding, !c.same)
		}
	}
}
