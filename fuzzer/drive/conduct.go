package drive

import "slices"

// This file has the parts of a driver that say what its own conduct is: calls after the end of an object, and calls under a lock of it.

// Lists are the numbers of the kept calls: those of the prefix, and then those of each goroutine that has some.
func (d *Driver) Lists(keep []int) (lists [][]int) {
	n := 0
	kept := func(calls []Call) (list []int) {
		for i := range calls {
			if slices.Contains(keep, n+i) {
				list = append(list, n+i)
			}
		}
		n += len(calls)
		return list
	}
	lists = append(lists, kept(d.Seq))
	for _, calls := range d.Par {
		if list := kept(calls); len(list) > 0 {
			lists = append(lists, list)
		}
	}
	return lists
}

// Lasting are the numbers of the calls of the goroutines. A call is left out whose object the same goroutine, or the prefix, has ended before.
func (d *Driver) Lasting() (keep []int) {
	n := 0
	ended := map[string]bool{}
	take := func(calls []Call, ended map[string]bool) {
		for _, c := range calls {
			if c.Recv == "" || !ended[c.Recv] {
				keep = append(keep, n)
			}
			if c.Closes {
				ended[c.Recv] = true
			}
			n++
		}
	}
	take(d.Seq, ended)
	for _, calls := range d.Par {
		own := map[string]bool{}
		for v := range ended {
			own[v] = true
		}
		take(calls, own)
	}
	return keep
}

// UsesEnded reports whether one of these calls uses an object that another one has ended. Two goroutines with one call each make both at
// the same time, where none has ended.
func (d *Driver) UsesEnded(keep, tail []int) bool {
	r := d.Reduced(keep, tail)
	ended := map[string]bool{}
	uses := func(calls []Call) (found bool) {
		for _, c := range calls {
			found = found || ended[c.Recv]
			ended[c.Recv] = ended[c.Recv] || c.Closes && c.Recv != ""
		}
		return found
	}
	if uses(r.Seq) {
		return true
	}
	par := slices.Concat(r.Par...)
	if len(par) == 2 && len(r.Par) == 2 {
		return ended[par[0].Recv] || ended[par[1].Recv] || uses(r.Tail)
	}
	for i, c := range par {
		if c.Closes && slices.ContainsFunc(slices.Delete(slices.Clone(par), i, i+1), func(o Call) bool { return o.Recv == c.Recv }) {
			return true
		}
	}
	return uses(par) || uses(r.Tail)
}

// IsAside reports whether the call with a number is of another package, and only there for the arguments of others.
func (d *Driver) IsAside(n int) bool {
	calls := d.calls()
	return n >= 0 && n < len(calls) && calls[n].Aside
}

// LockCalls are numbers of calls that may hand out a lock of an object that goroutines share. Goroutines do not call their methods otherwise.
func (d *Driver) LockCalls(keep []int) (list []int) {
	calls := d.calls()
	shared := map[string]int{}
	for _, numbers := range d.Lists(keep)[1:] {
		used := map[string]bool{}
		for _, n := range numbers {
			for _, v := range calls[n].Uses {
				used[v] = true
			}
		}
		for v := range used {
			shared[v]++
		}
	}
	type method struct{ name, recv string }
	kept, seen := map[method]bool{}, map[string]bool{}
	for _, n := range keep {
		kept[method{calls[n].Name, calls[n].Recv}] = true
	}
	for n, c := range calls {
		if c.Recv != "" && shared[c.Recv] > 1 && !kept[method{c.Name, c.Recv}] && !seen[c.Expr] {
			seen[c.Expr] = true
			list = append(list, n)
		}
	}
	return list
}

// Making are kept calls with those of the prefix that make the objects which one more call uses.
func (d *Driver) Making(keep []int, n int) []int {
	keep = slices.Clone(keep)
	for _, v := range d.calls()[n].Uses {
		for i, c := range d.Seq {
			if slices.Contains(c.Sets, v) && !slices.Contains(keep, i) {
				keep = d.Making(append(keep, i), i)
			}
		}
	}
	slices.Sort(keep)
	return keep
}
