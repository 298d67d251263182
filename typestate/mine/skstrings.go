package mine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A Match says when two nodes are sk-equivalent, given the likeliest of the
// k-strings of each.
type Match string

// The matches. The thesis uses Equal. The other two compare the likeliest strings of
// one node with all k-strings of the other. They are not transitive, so that nodes are
// merged pair by pair, the earliest in the tree first.
const (
	Equal Match = "equal" // the same likeliest strings
	And   Match = "and"   // the likeliest of each are among those of the other
	Or    Match = "or"    // the likeliest of one are among those of the other
)

// Options are the parameters of sk-strings. The zero value is the default.
type Options struct {
	K     int     // length of the strings: DefaultK; -1 is 0, where all nodes are equivalent
	S     float64 // percent of the probability that the likeliest strings have together: DefaultS
	Match Match   // Equal unless set
	Never bool    // merge nothing: the automaton accepts what was observed and no more
}

// Defaults and limits of Options.
const (
	DefaultK = 2
	DefaultS = 50
	MaxK     = 8
	MaxNodes = 20_000 // of a prefix tree that is merged
)

// ErrTooLarge is the reason when a tree is not merged.
var ErrTooLarge = errors.New("the prefix tree is too large")

func (o Options) withDefaults() (Options, error) {
	switch {
	case o.K == 0:
		o.K = DefaultK
	case o.K < 0:
		o.K = 0
	case o.K > MaxK:
		return o, fmt.Errorf("k is %d, more than %d; say less", o.K, MaxK)
	}
	if o.S == 0 {
		o.S = DefaultS
	}
	if !(o.S > 0 && o.S <= 100) {
		return o, fmt.Errorf("s is %g; say more than 0 and up to 100 percent", o.S)
	}
	switch o.Match {
	case "":
		o.Match = Equal
	case Equal, And, Or:
	default:
		return o, fmt.Errorf("%q is no way to match; say equal, and, or", o.Match)
	}
	return o, nil
}

// Mine infers the automaton of a type. It passes over the tree at most once per node,
// and each pass is linear in nodes times k-strings. Equal subtrees, which most trees
// consist of, are merged in the first pass.
func Mine(typ string, seqs []Sequence, opt Options) (*automaton.Automaton, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	n, err := learn(seqs, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", typ, err)
	}
	a := n.Determinize().Minimize()
	rename(a)
	a.Type = typ
	var total uint64
	for _, s := range seqs {
		total += s.Count
	}
	a.Learned(fmt.Sprintf("k=%d s=%g match=%s from %d sequences, %d different", opt.K, opt.S, opt.Match, total, len(seqs)))
	if opt.Never {
		a.Learned(fmt.Sprintf("without merging from %d sequences, %d different", total, len(seqs)))
	}
	return a, nil
}

// rename numbers the states of a minimal automaton in their order.
func rename(a *automaton.Automaton) {
	for i := range a.States {
		a.States[i].Name = fmt.Sprintf("s%d", i+1)
	}
}

// learn returns the merged prefix tree, before it is made deterministic.
func learn(seqs []Sequence, opt Options) (*automaton.NFA, error) {
	t := newTree()
	for _, s := range seqs {
		t.add(s.Methods, s.Count, s.Cut)
	}
	into := make([]int, len(t.nodes))
	for i := range into {
		into[i] = i
	}
	if opt.Never {
		return t.nfa(into), nil
	}
	if len(t.nodes) > MaxNodes {
		return nil, fmt.Errorf("%w: %d nodes, more than %d; record fewer or shorter sequences, or say -k 1", ErrTooLarge, len(t.nodes), MaxNodes)
	}
	m := &merger{tree: t, into: into, opt: opt}
	for m.pass() {
	}
	return t.nfa(into), nil
}

// A merger merges equivalent nodes until there are none.
type merger struct {
	*tree
	into []int // the node that took the place of one, itself when none did
	opt  Options
}

// pass merges once and reports whether anything changed. Equality is
// transitive, so that whole classes are merged at once.
func (m *merger) pass() bool {
	if m.opt.Match != Equal {
		return m.passPairs()
	}
	first := map[string]int{}
	changed := false
	for _, i := range m.alive() {
		top, _ := m.strings(i)
		key := fmt.Sprintf("%q", top)
		if j, ok := first[key]; ok {
			m.into[i] = j
			changed = true
		} else {
			first[key] = i
		}
	}
	if changed {
		m.rebuild()
	}
	return changed
}

func (m *merger) alive() []int {
	var list []int
	for i := range m.nodes {
		if m.into[i] == i {
			list = append(list, i)
		}
	}
	return list
}

// passPairs merges the first pair that matches.
func (m *merger) passPairs() bool {
	alive := m.alive()
	top := make([][]string, len(alive))
	all := make([]map[string]float64, len(alive))
	for x, i := range alive {
		top[x], all[x] = m.strings(i)
		for y := range x {
			a, b := within(top[y], all[x]), within(top[x], all[y])
			if m.opt.Match == And && a && b || m.opt.Match == Or && (a || b) {
				m.into[i] = alive[y]
				m.rebuild()
				return true
			}
		}
	}
	return false
}

func within(top []string, all map[string]float64) bool {
	for _, s := range top {
		if _, ok := all[s]; !ok {
			return false
		}
	}
	return true
}

// rebuild moves the edges of merged nodes and lets all edges lead to nodes
// that are left.
func (m *merger) rebuild() {
	for i := range m.into {
		m.into[i] = m.into[m.into[i]] // classes were merged into nodes that are left
	}
	for i := range m.nodes {
		from := m.nodes[i]
		if from.edges == nil {
			continue
		}
		r := m.into[i]
		if r != i {
			m.nodes[r].ends += from.ends
			m.nodes[i] = node{}
		}
		m.move(from.edges, r, r == i)
	}
}

func (m *merger) move(edges map[string]map[int]uint64, to int, same bool) {
	if same { // the edges may lead to nodes that are gone
		for method, tos := range edges {
			moved := map[int]uint64{}
			for t, c := range tos {
				moved[m.into[t]] += c
			}
			edges[method] = moved
		}
		return
	}
	for method, tos := range edges {
		if m.nodes[to].edges[method] == nil {
			m.nodes[to].edges[method] = map[int]uint64{}
		}
		for t, c := range tos {
			m.nodes[to].edges[method][m.into[t]] += c
		}
	}
}

// strings returns the likeliest k-strings of a node, sorted, and all with their
// probabilities: strings of k methods that can be called from there, and
// shorter ones after which a sequence ended. A string is its methods, each
// followed by a blank; "." at its end says that it is all there was.
func (m *merger) strings(i int) (top []string, all map[string]float64) {
	all = map[string]float64{}
	m.extend(i, m.opt.K, 1, "", all)
	list := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b], all[a]), strings.Compare(a, b))
	})
	sum, n := 0.0, 0
	for n < len(list) && sum < m.opt.S/100-1e-9 {
		sum += all[list[n]]
		n++
	}
	top = list[:n]
	slices.Sort(top)
	return top, all
}

func (m *merger) extend(i, k int, p float64, prefix string, all map[string]float64) {
	n := &m.nodes[i]
	if k == 0 {
		all[prefix] += p
		return
	}
	total := n.ends
	for _, tos := range n.edges {
		for _, c := range tos {
			total += c
		}
	}
	if total == 0 { // after a cut sequence: nothing is known
		all[prefix+"?"] += p
		return
	}
	if n.ends > 0 {
		all[prefix+"."] += p * float64(n.ends) / float64(total)
	}
	for _, method := range slices.Sorted(maps.Keys(n.edges)) { // sums of floats in one order
		for _, to := range slices.Sorted(maps.Keys(n.edges[method])) {
			m.extend(to, k-1, p*float64(n.edges[method][to])/float64(total), prefix+method+" ", all)
		}
	}
}
