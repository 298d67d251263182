package drive

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

// Each function that takes two values of one type has drivers in which two goroutines exchange them. No other function has one.
func TestMirrors(t *testing.T) {
	a, _ := read(t, "mirrors")
	shapes := map[string]*regexp.Regexp{ // the values of the two places
		"Node.Merge": regexp.MustCompile(`^(x\d+)\.Merge\((x\d+)\)$`),
		"Table.Move": regexp.MustCompile(`^x\d+\.Move\((".*?"), (".*?"), .*\)$`),
		"Table.Link": regexp.MustCompile(`^x\d+\.Link\((mirrors\.Key\(.*?\)), .*, (mirrors\.Key\(.*?\))\)$`),
		"Table.Lock": regexp.MustCompile(`^x\d+\.Lock\((".*?"), (".*?")\)$`),
		"Table.Join": regexp.MustCompile(`^x\d+\.Join\(\[\]\*mirrors\.Node\{(x\d+), (x\d+)\}\)$`),
		"Swap":       regexp.MustCompile(`^mirrors\.Swap\((x\d+), (x\d+)\)$`),
	}
	seen := map[string]int{}
	for _, d := range a.Drivers(Options{Seed: 1, Mirror: 3}) {
		one, two := d.Par[0][0], d.Par[1][0]
		shape := shapes[one.Name]
		if len(d.Par) != 2 || len(d.Par[0])+len(d.Par[1]) != 2 || one.Name != two.Name || shape == nil {
			t.Fatalf("%s: %v", d.Name, d.Par)
		}
		p, q := shape.FindStringSubmatch(one.Expr), shape.FindStringSubmatch(two.Expr)
		if p == nil || q == nil || p[1] == p[2] || p[1] != q[2] || p[2] != q[1] {
			t.Errorf("%s: %s and %s are no mirror", d.Name, one.Expr, two.Expr)
		}
		seen[one.Name]++
	}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		if seen[name] != 3 {
			t.Errorf("%s has %d drivers, want 3", name, seen[name])
		}
	}
}
