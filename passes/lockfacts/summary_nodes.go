package lockfacts

import (
	"encoding/binary"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// argument is how a call of an argument or of a captured variable stands in a list of earlier acquisitions.
const argument = "$"

// readMode stands before the node of a lock that is acquired in shared mode.
const readMode = "R:"

// nodes is a set of nodes, by their numbers. A nil one is empty.
type nodes []uint64

func (n nodes) has(i int) bool { return n[i/64]&(1<<(i%64)) != 0 }
func (n nodes) add(i int)      { n[i/64] |= 1 << (i % 64) }
func (n nodes) remove(i int)   { n[i/64] &^= 1 << (i % 64) }

// with adds a number for which there may be no room yet.
func (n nodes) with(i int) nodes {
	for len(n) <= i/64 {
		n = append(n, 0)
	}
	n.add(i)
	return n
}

// union adds a set for which there may be no room yet.
func (n nodes) union(more nodes) nodes {
	for len(n) < len(more) {
		n = append(n, 0)
	}
	n.addAll(more)
	return n
}

// all is the numbers in a set, in order.
func (n nodes) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range n {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// meets reports whether two sets have an element in common.
func (n nodes) meets(more nodes) bool {
	for i, m := range more {
		if m&n[i] != 0 {
			return true
		}
	}
	return false
}

// addAll adds a set, and reports whether that made a difference.
func (n nodes) addAll(more nodes) bool {
	changed := false
	for i, m := range more {
		changed = changed || m&^n[i] != 0
		n[i] |= m
	}
	return changed
}

// retain removes what is not in both of two other sets, neither of which is of another size.
func (n nodes) retain(one, other nodes) {
	for i := range n {
		n[i] &= one[i] | other[i]
	}
}

// A numbered gives nodes numbers, so that sets of them are bits.
type numbered struct {
	names  []string            // of the nodes
	number map[string]int      // of a node
	lists  map[string][]string // sets as names, by their bits: many share one
	room   nodes               // of no set at present
}

func newNumbered() numbered {
	return numbered{number: map[string]int{}, lists: map[string][]string{}}
}

// of returns the number of a node.
func (d *numbered) of(node string) int {
	n, ok := d.number[node]
	if !ok {
		n = len(d.names)
		d.number[node], d.names = n, append(d.names, node)
	}
	return n
}

// none returns an empty set, for all the nodes that have a number by now.
func (d *numbered) none() nodes { return make(nodes, (len(d.names)+63)/64) }

// list is a set as names, one list for all equal sets.
func (d *numbered) list(set nodes) []string {
	var key []byte
	for _, word := range set {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	if l, ok := d.lists[string(key)]; ok {
		return l
	}
	var l []string
	for i := range set.all() {
		l = append(l, d.names[i])
	}
	d.lists[string(key)] = slices.Clip(l)
	return d.lists[string(key)]
}

// beforeCalls returns what may have been acquired before every call of a function, where
// the function that calls or those that call it have done so. Sets grow only.
func beforeCalls(funcs []*Func, open map[string]bool) map[string][]string {
	d := newNumbered()
	for _, f := range funcs {
		for i := range f.calls {
			for _, n := range f.calls[i].before {
				d.of(n)
			}
		}
	}
	all, nothing := map[string]nodes{}, d.none()
	for {
		next := map[string]nodes{}
		for _, f := range funcs {
			outer, ok := all[f.Key]
			if !ok {
				outer = nothing
			}
			for i := range f.calls {
				if c := &f.calls[i]; !open[c.callee] {
					d.everyTime(next, c, outer)
				}
			}
		}
		if maps.EqualFunc(all, next, slices.Equal) {
			break
		}
		all = next
	}
	lists := map[string][]string{}
	for callee, set := range all {
		lists[callee] = d.list(set)
	}
	return lists
}

// everyTime keeps, of the nodes before a function, those that come before this call of it, too.
func (d *numbered) everyTime(all map[string]nodes, c *callSite, outer nodes) {
	set, ok := all[c.callee]
	if !ok {
		set = slices.Clone(outer)
		all[c.callee] = set
	}
	if d.room == nil {
		d.room = d.none()
	}
	clear(d.room)
	for _, n := range c.before {
		d.room.add(d.number[n])
	}
	if ok {
		set.retain(d.room, outer)
	} else {
		set.addAll(d.room)
	}
}

// addNode returns the list with a node, which is in it once. The list stays as it is.
func addNode(list []string, node string) []string {
	if node == "" || slices.Contains(list, node) {
		return list
	}
	return append(slices.Clip(list), node)
}

// addNodes returns the nodes of both lists, each once. The lists stay as they are.
func addNodes(list, nodes []string) []string {
	if len(list) == 0 {
		return slices.Clip(nodes)
	}
	list = slices.Clip(list) // the first to be added makes a copy
	for _, n := range nodes {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// withoutArguments is a list for callers that do not know the arguments of a function.
func withoutArguments(list []string) []string {
	if !slices.ContainsFunc(list, isArgument) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), isArgument)
}

func isArgument(n string) bool { return strings.HasPrefix(n, argument) }

// ofArgument is the name of a call of an argument of the function itself, or "".
func (d *DynamicCall) ofArgument() string {
	if d.Method != "" || !d.Recv.Outer() || d.Recv.Path != "" && d.Recv.Path != "->" {
		return ""
	}
	return argument + d.Recv.Root
}
