package interleaving

// A node of the tree of choices is a place where a run can go on in several ways. The runs of a function are the
// paths from the root to the leaves, and each is made from the beginning: nothing has to be copied.
type node struct {
	free bool // nothing is known of the choice: a finding has to hold in each way
	kids []*node
	leaf *leaf
	done bool
}

// A cursor chooses the next path that was not taken.
type cursor struct {
	at    *node
	trail []*node
}

// choose is one of n ways.
func (c *cursor) choose(n int, free bool) int {
	if n < 2 {
		return 0
	}
	if c.at.kids == nil {
		c.at.free = free
		for range n {
			c.at.kids = append(c.at.kids, &node{})
		}
	}
	c.trail = append(c.trail, c.at)
	for i, kid := range c.at.kids {
		if !kid.done {
			c.at = kid
			return i
		}
	}
	return 0
}

// end notes that the path is over.
func (c *cursor) end(l *leaf) {
	c.at.leaf, c.at.done = l, true
	for i := len(c.trail) - 1; i >= 0; i-- {
		c.trail[i].done = true
		for _, kid := range c.trail[i].kids {
			c.trail[i].done = c.trail[i].done && kid.done
		}
	}
}

// certain returns the deadlocks of a tree that can come with all free choices: those of each way where the
// choice is free, and those of any way where the order of the goroutines makes it.
func (n *node) certain() map[string]bool {
	all := map[string]bool{}
	if n.leaf != nil {
		for _, f := range n.leaf.found {
			if f.missing == "" {
				all[f.key] = true
			}
		}
	}
	for i, kid := range n.kids {
		of := kid.certain()
		for key := range all {
			if n.free && !of[key] {
				delete(all, key)
			}
		}
		if i == 0 || !n.free {
			for key := range of {
				all[key] = true
			}
		}
	}
	return all
}

// leaves calls visit for each leaf, in order.
func (n *node) leaves(visit func(*leaf)) {
	if n.leaf != nil {
		visit(n.leaf)
	}
	for _, kid := range n.kids {
		kid.leaves(visit)
	}
}
