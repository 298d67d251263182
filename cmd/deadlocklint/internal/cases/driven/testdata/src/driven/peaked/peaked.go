// Package peaked measures how many are inside.
package peaked

import "sync/atomic"

// A Door counts who is inside, and how many there were at most.
type Door struct {
	inside atomic.Int64
	most   int64
}

// In lets one in.
func (d *Door) In() {
	if n := d.inside.Add(1); n > d.most {
		d.most = n
	}
}

// Out lets one out, if any is inside.
func (d *Door) Out() {
	for n := d.inside.Load(); n > 0 && !d.inside.CompareAndSwap(n, n-1); n = d.inside.Load() {
	}
}

// Most is how many were inside at most.
func (d *Door) Most() int64 { return d.most }
