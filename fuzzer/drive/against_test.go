package drive

import (
	"go/types"
	"strings"
	"testing"
)

// A test goes against words only where its calls are those of the words: on one object, by two goroutines, twice, or later.
func TestAgainst(t *testing.T) {
	a, pkg := read(t, "words")
	typeOf := func(name string) types.Type { return types.NewPointer(pkg.Scope().Lookup(name).Type()) }
	vars := []Var{
		{Name: "s", Type: typeOf("Store")}, {Name: "s2", Type: typeOf("Store")}, {Name: "p", Type: typeOf("Pool")}, {Name: "w", Type: typeOf("Walk")}, {Name: "b", Type: typeOf("Bag")},
	}
	of := map[string]string{"s": "Store", "s2": "Store", "p": "Pool", "w": "Walk"}
	calls := func(text string) (list []Call) {
		for _, c := range strings.Fields(text) {
			if set, key, ok := strings.Cut(c, "="); ok {
				list = append(list, Call{Name: key, Sets: []string{set}})
				continue
			}
			recv, name, _ := strings.Cut(c, ".")
			list = append(list, Call{Name: of[recv] + "." + name, Recv: recv, Uses: []string{recv}, Closes: name == "Close"})
		}
		return list
	}
	for _, c := range []struct{ seq, one, other, tail, want string }{
		{"s=New", "s.Get", "s.Get", "", "It is not safe for concurrent use."},
		{"s=New", "s.Get", "s.Len", "", "It is not safe for concurrent use."},
		{"s=New", "s.Len", "s.Len", "", ""}, // its own words are nearer
		{"s=New s2=New", "s.Get", "s2.Get", "", ""},
		{"s=New s.Get s.Get", "", "", "", ""},
		{"s=New s.Flush s.Flush", "", "", "", "Flush must be called at most once."},
		{"s=New s2=New s.Flush s2.Flush", "", "", "", ""},
		{"s=New s.Close s.Get", "", "", "", "After Close, the store must not be used."},
		{"s=New s.Get s.Close", "", "", "", ""},
		{"s=New s2=New s.Close s2.Get", "", "", "", ""},
		{"s=New", "s.Len", "s.Close", "", "It is not safe for concurrent use.|After Close, the store must not be used."},
		{"p=NewPool", "p.Put", "p.Put", "", ""},
		{"p=NewPool", "p.Put", "p.Resize", "", "A Pool is safe for concurrent use, but Resize must not be called concurrently with Put."},
		{"p=NewPool", "p.Start", "p.Resize", "", ""},
		{"p=NewPool p.Start", "", "", "p.Register", "Register must not be called after Start."},
		{"p=NewPool p.Register p.Start", "", "", "", ""},
		{"p=NewPool w=Pool.Each", "w.Next", "w.Next", "", "The returned walk is not safe for concurrent use."},
		{"p=NewPool w=Pool.Each", "w.Next", "p.Put", "", ""},
		{"b=Bag", "", "", "", "The zero Bag is not usable."},
	} {
		d := &Driver{Vars: vars, Seq: calls(c.seq), Tail: calls(c.tail)}
		if c.one != "" {
			d.Par = [][]Call{calls(c.one), calls(c.other)}
		}
		var got []string
		for _, w := range a.Against(d) {
			got = append(got, w.Text)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
