package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// maxNodes is the number of nodes of a tree.
const maxNodes = 1 << 19

// A tree has what the goroutines of all runs have read: a node for each read, below the read of
// its goroutine before. A goroutine begins with a node for its name.
type tree struct {
	nodes []treeNode
	index map[treeKey]int32
	runs  [][]int32 // of each run the last node of each goroutine
}

type treeNode struct {
	parent, root int32
	depth        int32
	value        uint32
	parents      bool // it has children
	hash         uint64
}

type treeKey struct {
	parent int32
	value  uint32
}

func (t *tree) init() {
	t.nodes = append(t.nodes[:0], treeNode{parent: -1})
	t.index = map[treeKey]int32{}
}

func (t *tree) full() bool { return len(t.nodes) >= maxNodes }

// find is the child of a node that has a value, or -1.
func (t *tree) find(parent int32, value uint32) int32 {
	if n, ok := t.index[treeKey{parent, value}]; ok {
		return n
	}
	return -1
}

// child is find, and makes the node.
func (t *tree) child(parent int32, value uint32) int32 {
	if n := t.find(parent, value); n >= 0 {
		return n
	}
	n := int32(len(t.nodes))
	p := &t.nodes[parent]
	p.parents = true
	node := treeNode{parent: parent, root: p.root, depth: p.depth + 1, value: value, hash: random.Mixed(p.hash ^ uint64(value)<<1 | 1)}
	if parent == 0 {
		node.root = n
	}
	t.nodes = append(t.nodes, node)
	t.index[treeKey{parent, value}] = n
	return n
}

// readOf tells reads and values from each other: by the goroutine, the number of its read, and the
// value that comes after a node.
func (t *tree) readOf(node int32, value uint32) uint64 {
	n := &t.nodes[node]
	return random.Mixed(t.nodes[n.root].hash + uint64(n.depth+1)<<32 + uint64(value))
}

// addReads adds those of a run.
func (t *tree) addReads(run []int32, reads map[uint64]bool) {
	for _, n := range run {
		for ; t.nodes[n].parent > 0; n = t.nodes[n].parent {
			reads[t.readOf(t.nodes[n].parent, t.nodes[n].value)] = true
		}
	}
}

// leaf is the last node of the goroutine of a node in a run, or -1.
func (t *tree) leaf(run []int32, node int32) int32 {
	root := t.nodes[node].root
	for _, n := range run {
		if t.nodes[n].root == root {
			return n
		}
	}
	return -1
}

// reaches reports whether a run comes to a node, or goes on after it.
func (t *tree) reaches(run []int32, node int32, beyond bool) bool {
	leaf := t.leaf(run, node)
	if leaf < 0 || beyond && leaf == node {
		return false
	}
	for t.nodes[leaf].depth > t.nodes[node].depth {
		leaf = t.nodes[leaf].parent
	}
	return leaf == node
}

// agrees reports whether a run comes to all nodes of a cut.
func (t *tree) agrees(run, cut []int32) bool {
	for _, n := range cut {
		if !t.reaches(run, n, false) {
			return false
		}
	}
	return true
}

// ran reports whether a run has read the same.
func (t *tree) ran(run []int32) bool {
	h := t.hashOf(run)
	for _, r := range t.runs {
		if len(r) == len(run) && t.hashOf(r) == h {
			return true
		}
	}
	return false
}

// hashOf tells sets of nodes from each other.
func (t *tree) hashOf(nodes []int32) (h uint64) {
	for _, n := range nodes {
		h += random.Mixed(t.nodes[n].hash)
	}
	return h
}
