package drive

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Own is how many calls the goroutines of a driver make. They have the first numbers.
func (d *Driver) Own() int { return len(d.Seq) + len(slices.Concat(d.Par...)) }

// Others are the numbers of the calls for the end, without drains.
func (d *Driver) Others() (list []int) {
	for i := range len(d.Probes) + len(d.Closes) {
		list = append(list, d.Own()+len(d.Drains)+i)
	}
	return list
}

// Function names the function of the call with a number, "" for none.
func (d *Driver) Function(n int) string {
	calls := d.calls()
	if n < 0 || n >= len(calls) {
		return ""
	}
	return calls[n].Name
}

// Needs reports whether a goroutine of the driver calls a function.
func (d *Driver) Needs(name string) bool {
	return slices.ContainsFunc(d.calls()[:d.Own()], func(c Call) bool { return c.Name == name })
}

// EndingWith are the numbers of the calls of a function for the end.
func (d *Driver) EndingWith(name string) (list []int) {
	calls := d.calls()
	for _, n := range d.Others() {
		if calls[n].Name == name {
			list = append(list, n)
		}
	}
	return list
}

// Alike are the numbers of the calls for the end that equal one of them: the function, the object and the arguments. A call of a goroutine
// has none.
func (d *Driver) Alike(n int) (list []int) {
	calls := d.calls()
	if !slices.Contains(d.Others(), n) {
		return nil
	}
	for _, k := range d.Others() {
		if calls[k].Name == calls[n].Name && calls[k].Expr == calls[n].Expr {
			list = append(list, k)
		}
	}
	return list
}

// Misses reports whether the driver makes no call for the end of some method on some object, when these calls are left out.
func (d *Driver) Misses(drop []int) bool {
	type method struct{ name, recv string }
	left := map[method]bool{}
	calls := d.calls()
	for _, n := range d.Others() {
		m := method{calls[n].Name, calls[n].Recv}
		left[m] = left[m] || !slices.Contains(drop, n)
	}
	return slices.Contains(slices.Collect(maps.Values(left)), false)
}

// This file prints a driver as a test for people: without the judge, and without calls that do nothing for it.

// Reduced keeps the calls of a driver with these numbers. Those of tail come after the others, as often as they are named.
func (d *Driver) Reduced(keep, tail []int) *Driver {
	n := 0
	kept := func(calls []Call, of []int) (list []Call) {
		for _, k := range of {
			if n <= k && k < n+len(calls) {
				list = append(list, calls[k-n])
			}
		}
		n += len(calls)
		return list
	}
	r := &Driver{Name: d.Name, Seq: kept(d.Seq, keep)}
	for _, calls := range d.Par {
		if list := kept(calls, keep); len(list) > 0 {
			r.Par = append(r.Par, list)
		}
	}
	n += len(d.Drains)
	r.Tail = kept(slices.Concat(d.Probes, d.Closes), tail)
	r.dropUnmade()
	r.dropUnused(d.Vars)
	return r
}

// lists are the calls of a reduced driver.
func (d *Driver) lists() []*[]Call {
	list := []*[]Call{&d.Seq, &d.Tail}
	for i := range d.Par {
		list = append(list, &d.Par[i])
	}
	return list
}

// dropUnmade leaves out calls with an object that no call makes. The program has left them out as well, since it was nil.
func (d *Driver) dropUnmade() {
	for more := true; more; {
		made := map[string]bool{}
		for _, calls := range d.lists() {
			for _, c := range *calls {
				for _, v := range c.Sets {
					made[v] = true
				}
			}
		}
		more = false
		for _, calls := range d.lists() {
			n := len(*calls)
			*calls = slices.DeleteFunc(*calls, func(c Call) bool {
				return slices.ContainsFunc(c.Nilable, func(v string) bool { return !made[v] })
			})
			more = more || len(*calls) < n
		}
	}
	d.Par = slices.DeleteFunc(d.Par, func(calls []Call) bool { return len(calls) == 0 })
}

// dropUnused assigns nothing to variables that no call uses.
func (d *Driver) dropUnused(vars []Var) {
	used := map[string]bool{}
	for _, calls := range d.lists() {
		for _, c := range *calls {
			for _, v := range c.Uses {
				used[v] = true
			}
		}
	}
	for _, calls := range d.lists() {
		for i := range *calls {
			c := &(*calls)[i]
			c.Sets = slices.Clone(c.Sets)
			for k, v := range c.Sets {
				if !used[v] {
					c.Sets[k] = "_"
				}
			}
			if !slices.ContainsFunc(c.Sets, func(v string) bool { return v != "_" }) {
				c.Sets = nil
			}
		}
	}
	d.Vars = slices.DeleteFunc(slices.Clone(vars), func(v Var) bool { return !used[v.Name] })
}

// Body is the reduced driver as the body of a test of that name.
func (a *API) Body(d *Driver, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n", name)
	begun := map[string]bool{}
	for _, v := range d.Vars {
		if begun[v.Name] = d.isDeclared(v); begun[v.Name] {
			fmt.Fprintf(&b, "var %s %s\n", v.Name, v.text)
		}
	}
	for _, c := range d.Seq {
		b.WriteString(c.defined(begun) + "\n")
	}
	a.goroutines(&b, d.Par)
	for _, c := range d.Tail {
		b.WriteString(c.assigned() + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// isDeclared reports whether a variable of a reduced driver is declared by its type. A call of the prefix defines the others.
func (d *Driver) isDeclared(v Var) bool {
	return !slices.ContainsFunc(d.Seq, func(c Call) bool { return slices.Contains(c.Sets, v.Name) })
}

// goroutines makes calls in a goroutine for each list, and waits for all.
func (a *API) goroutines(b *strings.Builder, lists [][]Call) {
	if len(lists) == 0 {
		return
	}
	if len(lists) == 1 {
		for _, c := range lists[0] {
			b.WriteString(c.assigned() + "\n")
		}
		return
	}
	b.WriteString("var wg sync.WaitGroup\n")
	for _, calls := range lists {
		b.WriteString("wg.Add(1)\ngo func() {\ndefer wg.Done()\n")
		for _, c := range calls {
			b.WriteString(c.assigned() + "\n")
		}
		b.WriteString("}()\n")
	}
	b.WriteString("wg.Wait()\n")
}

// defined is a call whose results define variables, unless they are there.
func (c *Call) defined(begun map[string]bool) string {
	isNew := slices.ContainsFunc(c.Sets, func(v string) bool { return v != "_" && !begun[v] })
	if !isNew {
		return c.assigned()
	}
	return strings.Join(c.Sets, ", ") + " := " + c.Expr
}

// A Body is a test by its name, and its driver.
type Body struct {
	Name   string
	Driver *Driver
}

// Tests is the text of a test file with reduced drivers. Besides the tests it declares no name that is taken.
func (a *API) Tests(list []Body, taken Taken) ([]byte, error) {
	n := needs{imports: map[string]bool{"testing": true}, helpers: map[string]bool{}}
	var b strings.Builder
	for _, t := range list {
		for _, c := range slices.Concat(append([][]Call{t.Driver.Seq, t.Driver.Tail}, t.Driver.Par...)...) {
			n.add(c.Imports, c.Helpers)
		}
		for _, v := range t.Driver.Vars {
			if t.Driver.isDeclared(v) {
				n.add(v.imports, nil)
			}
		}
		if len(t.Driver.Par) > 1 {
			n.add([]string{"sync"}, nil)
		}
		b.WriteString("\n" + a.Body(t.Driver, t.Name))
	}
	text, err := a.file(n, b.String())
	if err == nil {
		text, err = plain(text)
	}
	if err != nil {
		return nil, err
	}
	return taken.avoid(text)
}

// TestName is the name of the n-th generated test, which nobody has taken.
func TestName(n int, taken Taken) string {
	name := fmt.Sprintf("TestDriven%d", n)
	if taken[name] {
		name = taken.free(name+"_", nil)
	}
	return name
}

// TestFile is the name of the file that has only the n-th generated test.
func TestFile(n int) string { return fmt.Sprintf("%sdriven%d_test.go", filePrefix, n) }

// chans are the variables with a channel, and the fields of objects that are channels.
func (d *Driver) chans() (list []string) {
	for _, v := range d.Vars {
		if _, ok := types.Unalias(v.Type).Underlying().(*types.Chan); ok {
			list = append(list, v.Name)
		}
	}
	return list
}

// typeText is the type of a variable as source text.
func (a *API) typeText(v Var) string { return v.text }
