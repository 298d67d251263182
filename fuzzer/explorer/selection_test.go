package explorer

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A pattern is split as package testing splits it: brackets keep their bars and slashes.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]alternative{
		"":                {{""}},
		"TestA":           {{"TestA"}},
		"TestA/x|TestB":   {{"TestA", "x"}, {"TestB"}},
		"Test(A/x|B)/y":   {{"Test(A/x|B)", "y"}},
		"A[/|]b|c/d/e":    {{"A[/|]b"}, {"c", "d", "e"}},
		`A\/b|(x|y)/[)]z`: {{`A\/b`}, {"(x|y)", "[)]z"}},
		"/x":              {{"", "x"}},
	} {
		if got := alternatives(pattern); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

func TestSelection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ run, skip, test, want string }{
		{"", "", "TestA", "^TestA$"},
		{"TestB", "", "TestA", ""},
		{"TestA/x", "", "TestA", "^TestA$/x"},
		{"TestA/x|Test/y/z", "", "TestA", "^TestA$/x|^TestA$/y/z"},
		{"TestA/x|Test", "", "TestA", "^TestA$"},
		{"", "TestA", "TestA", ""},
		{"", "TestA/x", "TestA", "^TestA$"},
	} {
		s, err := selectionOf(c.run, c.skip)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if s.has(c.test) {
			got = s.pattern(c.test)
		}
		if got != c.want {
			t.Errorf("-run=%s -skip=%s of %s: %q, want %q", c.run, c.skip, c.test, got, c.want)
		}
	}
	if _, err := selectionOf("Test(", ""); err == nil {
		t.Error("no error for an expression without its end")
	}
}

// selects says as package testing does whether a pattern selects a test or subtest.
func selects(pattern, name string) bool {
	return slices.ContainsFunc(alternatives(pattern), func(a alternative) bool {
		for i, part := range strings.Split(name, "/") {
			if i < len(a) && !regexp.MustCompile(a[i]).MatchString(part) {
				return false
			}
		}
		return true
	})
}

// The pattern for one test selects the subtests that the whole pattern does, and no other test.
func TestPatternOfOneTest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"A", "B", "^A$", "", "x", "x|y", "(A|B)", "[xy]"}
	for range 5000 {
		var list []string
		for range 1 + r.IntN(3) {
			own := "Test" + parts[r.IntN(len(parts))]
			for range r.IntN(3) {
				own += "/" + parts[r.IntN(len(parts))]
			}
			list = append(list, own)
		}
		run := strings.Join(list, "|")
		s, err := selectionOf(run, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []string{"TestA", "TestAB", "TestB"} {
			if s.has(test) != selects(run, test) {
				t.Fatalf("-run=%s of %s: %t", run, test, s.has(test))
			}
			for _, name := range []string{test, test + "/x", test + "/x/y", test + "/AB/x"} {
				own := s.has(test) && selects(s.pattern(test), name)
				if own != selects(run, name) {
					t.Fatalf("-run=%s of %s: %s selects %t", run, name, s.pattern(test), own)
				}
				if other := "TestAC" + strings.TrimPrefix(name, test); s.has(test) && selects(s.pattern(test), other) {
					t.Fatalf("-run=%s: %s selects %s", run, s.pattern(test), other)
				}
			}
		}
	}
}
