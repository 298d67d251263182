// Package clean_hand_over_hand locks a node of a list before it unlocks the node in front.
package clean_hand_over_hand

import "sync"

type node struct {
	mu   sync.Mutex
	next *node
	v    int
}

// Sum adds up the values of a list.
func Sum(h *node) (sum int) {
	var prev *node
	for n := h; n != nil; n = n.next {
		n.mu.Lock()
		if prev != nil {
			prev.mu.Unlock()
		}
		sum += n.v
		prev = n
	}
	if prev != nil {
		prev.mu.Unlock()
	}
	return sum
}
