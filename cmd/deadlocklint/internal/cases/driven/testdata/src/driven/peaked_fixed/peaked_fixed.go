// Package peaked_fixed measures how many are inside.
package peaked_fixed

import "sync/atomic"

// A Door counts who is inside, and how many there were at most.
type Door struct {
	inside, most atomic.Int64
}

// In lets one in.
func (d *Door) In() {
	n := d.inside.Add(1)
	for most := d.most.Load(); n > most && !d.most.CompareAndSwap(most, n); most = d.most.Load() {
	}
}

// Out lets one out, if any is inside.
func (d *Door) Out() {
	for n := d.inside.Load(); n > 0 && !d.inside.CompareAndSwap(n, n-1); n = d.inside.Load() {
	}
}

// Most is how many were inside at most.
func (d *Door) Most() int64 { return d.most.Load() }
